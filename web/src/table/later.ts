/** What need not be there in the next picture waits until it has been drawn, so that a touch is answered at once. */

/** Do something once the picture is drawn; the answer calls it off. */
export function afterPicture(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(act)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
