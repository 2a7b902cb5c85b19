/** What a person prefers, kept by the browser. */

import { PACES, type PaceName } from './table/pacing';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'less';
export type Signs = 'shown' | 'hidden';

const PACE_NAMES = Object.keys(PACES) as PaceName[];

function kept<Value extends string>(name: string, values: readonly Value[]): Value {
  try {
    const found = localStorage.getItem(`oddboard-${name}`) as Value | null;
    return found && values.includes(found) ? found : values[0]!;
  } catch {
    return values[0]!; // a browser that keeps nothing
  }
}

function keptList(name: string): string[] {
  try {
    return (localStorage.getItem(`oddboard-${name}`) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`oddboard-${name}`, value);
  } catch {
    // Then it lasts until the page is closed.
  }
}

const REDUCED = '(prefers-reduced-motion: reduce)';

class Settings {
  theme = $state<Theme>(kept<Theme>('theme', ['system', 'light', 'dark']));
  motion = $state<Motion>(kept<Motion>('motion', ['system', 'less']));
  pace = $state<PaceName>(kept<PaceName>('pace', PACE_NAMES));
  threats = $state<Signs>(kept<Signs>('threats', ['shown', 'hidden']));
  sound = $state<'off' | 'on'>(kept<'off' | 'on'>('sound', ['off', 'on']));
  notices = $state<'unasked' | 'off' | 'on'>(kept<'unasked' | 'off' | 'on'>('notices', ['unasked', 'off', 'on']));
  view = $state<'flat' | 'space'>(kept<'flat' | 'space'>('view', ['flat', 'space']));

  private met = new Set(keptList('met')); // games whose goal this person has been told

  private reduced = $state(false); // by the system

  /** Whether things should appear where they are rather than go there. Styles know it as `data-motion`. */
  get calm(): boolean {
    return this.motion === 'less' || this.reduced;
  }

  /** From the page's beginning on, with what the system prefers. */
  begin(): void {
    const system = matchMedia(REDUCED);
    const follow = (): void => {
      this.reduced = system.matches;
      this.apply();
    };
    system.addEventListener('change', follow);
    follow();
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

  setPace(pace: PaceName): void {
    this.pace = pace;
    keep('pace', pace);
    this.apply();
  }

  setThreats(threats: Signs): void {
    this.threats = threats;
    keep('threats', threats);
  }

  setSound(sound: 'off' | 'on'): void {
    this.sound = sound;
    keep('sound', sound);
  }

  setNotices(notices: 'off' | 'on'): void {
    this.notices = notices;
    keep('notices', notices);
  }

  /** How much longer things take than usual. */
  get slower(): number {
    return PACES[this.pace];
  }

  /** Whether a game is opened for the first time. */
  isNew(game: string): boolean {
    return !this.met.has(game);
  }

  meet(game: string): void {
    this.met.add(game);
    keep('met', [...this.met].join(' '));
  }

  setView(view: 'flat' | 'space'): void {
    this.view = view;
    keep('view', view);
  }

  private apply(): void {
    const { dataset, style } = document.documentElement;
    style.setProperty('--slower', String(this.slower));
    if (this.theme === 'system') delete dataset.theme;
    else dataset.theme = this.theme;
    if (this.calm) dataset.motion = 'less';
    else delete dataset.motion;
  }
}

export const settings = new Settings();
