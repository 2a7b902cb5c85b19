/** With less motion nothing travels: what went elsewhere fades out where it was, and in where it is. */

import { copyOf } from './carrying';

const FADE = 120; // milliseconds

/** Take pictures of some things before they change; the answer lets them go over into what is there then. */
export function fading(stage: HTMLElement, ids: readonly string[]): () => void {
  const find = (id: string): SVGGraphicsElement | null =>
    stage.querySelector(`.board svg [data-id="${CSS.escape(id)}"]`);
  const before = ids.flatMap((id) => {
    const drawn = find(id);
    const inverse = drawn?.ownerSVGElement?.getScreenCTM()?.inverse();
    return drawn && inverse ? [{ svg: drawn.ownerSVGElement!, copy: copyOf(drawn, inverse) }] : [];
  });
  return () => {
    for (const { svg, copy } of before) {
      copy.style.pointerEvents = 'none';
      svg.append(copy);
      const gone = copy.animate({ opacity: [1, 0] }, { duration: FADE });
      gone.onfinish = gone.oncancel = () => copy.remove();
    }
    for (const id of ids) find(id)?.animate({ opacity: [0, 1] }, { duration: FADE });
  };
}
