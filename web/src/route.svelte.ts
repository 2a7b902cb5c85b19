/** Where in the page one is: everything after `#/`, so that any file server can serve it. */

export interface Route {
  parts: string[]; // ['learn', 'martian-race']
  anchor: string | null; // MAR-7 in #/learn/martian-race#MAR-7
  query: URLSearchParams;
}

export function routeOf(hash: string): Route {
  const [way = '', ...anchors] = hash.replace(/^#\/?/, '').split('#');
  const [path = '', search = ''] = way.split('?', 2);
  return {
    parts: path.split('/').filter(Boolean).map(decodeURIComponent),
    anchor: anchors.join('#') || null,
    query: new URLSearchParams(search),
  };
}

/** A link that messengers can preview has its way before the `#`; from then on it is written as all others are. */
const linked = /^\/(table\/[\w-]+)\/?$/.exec(location.pathname)?.[1];
if (linked) history.replaceState(null, '', `/#/${linked}`);

class Here {
  route = $state.raw(routeOf(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.route = routeOf(location.hash)));
  }
}

export const here = new Here();

export const goTo = (path: string): void => {
  location.hash = `#/${path}`;
};
