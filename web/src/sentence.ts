/**
 * The dock's sentence: what a person may do now, from the game's `asks`, which say an order for each kind of thing (or
 * for one thing) that can be touched, with the things already touched in braces by their kind. Of several orders, with
 * bars between them, the first is said whose things have all been touched; one may begin with another thing that must
 * have been, as in "button:fire>choose what the cannon hits".
 */

export interface Part {
  text: string;
  name: boolean; // the name of something that was touched
}

const kindOf = (id: string): string => id.slice(0, id.indexOf(':'));

/** What can be done, as one sentence in parts. */
export function sentence(
  asks: Readonly<Record<string, string>>,
  glow: Iterable<string>,
  chosen: readonly string[],
  nameOf: (id: string) => string,
): Part[] {
  const orders: string[] = [];
  const buttons: string[] = [];
  for (const id of glow) {
    const order = fitting(asks[id] ?? asks[kindOf(id)], chosen);
    const list = kindOf(id) === 'button' ? buttons : orders;
    if (order && !orders.includes(order) && !buttons.includes(order)) list.push(order);
  }
  const all = [...orders, ...buttons];
  if (!all.length) return [];
  return capitalised(
    all.flatMap((order, k) => [...joined(k, all.length, all[k - 1]), ...filled(order, chosen, nameOf)]),
  );
}

function fitting(orders: string | undefined, chosen: readonly string[]): string | undefined {
  const touched = new Set(chosen.map(kindOf));
  const several = (orders?.split('|') ?? []).map((order) => ({ needs: /^([^>]*)>/.exec(order)?.[1], order }));
  const found =
    several.find(
      ({ needs, order }) =>
        (!needs || chosen.includes(needs)) &&
        [...order.matchAll(/\{([^}]*)\}/g)].every(([, kind]) => touched.has(kind!)),
    ) ?? several.at(-1);
  return found?.order.slice(found.needs ? found.needs.length + 1 : 0);
}

function joined(k: number, of: number, before = ''): Part[] {
  if (k === 0) return [];
  if (before.includes(': ')) return [{ text: '. Or ', name: false }]; // its reason would run on into the next
  return [{ text: k < of - 1 ? ', ' : of > 2 ? ', or ' : ' or ', name: false }];
}

/** An order with the names of what was touched. */
function filled(order: string, chosen: readonly string[], nameOf: (id: string) => string): Part[] {
  const parts: Part[] = [];
  for (const [k, text] of order.split(/\{([^}]*)\}/).entries()) {
    if (k % 2 === 0) {
      if (text) parts.push({ text, name: false });
    } else {
      const touched = [...chosen].reverse().find((id) => kindOf(id) === text);
      parts.push({ text: touched ? nameOf(touched) : text, name: Boolean(touched) });
    }
  }
  return parts;
}

function capitalised(parts: Part[]): Part[] {
  const merged: Part[] = [];
  for (const part of [...parts, { text: '.', name: false }]) {
    const last = merged.at(-1);
    if (last && !last.name && !part.name) last.text += part.text;
    else merged.push({ ...part });
  }
  const first = merged[0]!;
  first.text = first.text.charAt(0).toUpperCase() + first.text.slice(1);
  return merged;
}
