/** What need not be there in the next picture waits until it has been drawn, so that a touch is answered at once. */

const LATEST = 80; // milliseconds: where pictures come slowly they are not waited for

/** Do something once the picture is drawn; the answer calls it off. */
export function afterPicture(act: () => void): () => void {
  let after: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (after = setTimeout(once)));
  const latest = setTimeout(once, LATEST);
  function stop(): void {
    cancelAnimationFrame(frame);
    clearTimeout(after);
    clearTimeout(latest);
  }
  function once(): void {
    stop();
    act();
  }
  return stop;
}
