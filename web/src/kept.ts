/** Texts that a person has made and named, kept by the browser: formations, maps, courses, mountains, decks. */

export interface Kept {
  name: string;
  text: string;
}

export const LONGEST_NAME = 40;

const storeOf = (kind: string): string => `oddboard-kept-${kind}`;

/** What there is of a kind, such as `yavoch formation`, in the order of the names. */
export function keptOf(kind: string): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storeOf(kind)) ?? '[]');
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return []; // a browser that keeps nothing, or somebody wrote something else there
  }
}

const isKept = (each: unknown): each is Kept =>
  typeof (each as Kept | null)?.name === 'string' && typeof (each as Kept).text === 'string';

/** Keep a text under a name, in the place of what had that name before. */
export function keep(kind: string, name: string, text: string): Kept[] {
  const given = name.trim().slice(0, LONGEST_NAME);
  const others = keptOf(kind).filter((each) => each.name !== given);
  return write(kind, [...others, { name: given, text }]);
}

export function forget(kind: string, name: string): Kept[] {
  return write(
    kind,
    keptOf(kind).filter((each) => each.name !== name),
  );
}

function write(kind: string, all: Kept[]): Kept[] {
  const sorted = all.toSorted((a, b) => a.name.localeCompare(b.name));
  try {
    localStorage.setItem(storeOf(kind), JSON.stringify(sorted));
  } catch {
    // Then it lasts until the page is closed.
  }
  return sorted;
}
