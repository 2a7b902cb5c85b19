/** With less motion nothing travels: what changed fades out as it was, and in as it is. */

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

/** The same for a 3-D view, whose things are no elements: the picture that it showed fades away over the next ones. */
export function fadingPicture(stage: HTMLElement): () => void {
  const drawn = stage.querySelector<HTMLCanvasElement>('.board canvas');
  const before = document.createElement('canvas');
  const pen = drawn?.width ? before.getContext('2d') : null;
  if (!drawn || !pen) return () => undefined;
  [before.width, before.height] = [drawn.width, drawn.height];
  pen.drawImage(drawn, 0, 0);
  before.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none';
  return () => {
    drawn.parentElement!.append(before);
    const gone = before.animate({ opacity: [1, 0] }, { duration: FADE });
    gone.onfinish = gone.oncancel = () => before.remove();
  };
}
