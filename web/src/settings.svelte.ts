/** What a person prefers, kept by the browser. */

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'less';

function kept<Value extends string>(name: string, values: readonly Value[]): Value {
  try {
    const found = localStorage.getItem(`oddboard-${name}`) as Value | null;
    return found && values.includes(found) ? found : values[0]!;
  } catch {
    return values[0]!; // a browser that keeps nothing
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`oddboard-${name}`, value);
  } catch {
    // Then it lasts until the page is closed.
  }
}

class Settings {
  theme = $state<Theme>(kept<Theme>('theme', ['system', 'light', 'dark']));
  motion = $state<Motion>(kept<Motion>('motion', ['system', 'less']));
  view = $state<'flat' | 'space'>(kept<'flat' | 'space'>('view', ['flat', 'space']));

  /** Whether things should appear where they are rather than go there. */
  get calm(): boolean {
    return this.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    this.apply();
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    keep('motion', motion);
    this.apply();
  }

  setView(view: 'flat' | 'space'): void {
    this.view = view;
    keep('view', view);
  }

  apply(): void {
    const { dataset } = document.documentElement;
    if (this.theme === 'system') delete dataset.theme;
    else dataset.theme = this.theme;
    if (this.motion === 'less') dataset.motion = 'less';
    else delete dataset.motion;
  }
}

export const settings = new Settings();
