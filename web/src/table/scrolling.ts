/** Bring a line into sight in the list that scrolls it. Where the whole page would have to scroll, it stays. */
export function bringIntoSight(line: Element | null | undefined, atEnd: boolean): void {
  if (!line) return;
  for (let frame = line.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
    if (frame.scrollHeight <= frame.clientHeight || getComputedStyle(frame).overflowY === 'visible') continue;
    const [box, sight] = [line.getBoundingClientRect(), frame.getBoundingClientRect()];
    const margin = 10;
    if (atEnd || box.bottom > sight.bottom - margin) frame.scrollTop += box.bottom - sight.bottom + margin;
    else if (box.top < sight.top + margin) frame.scrollTop += box.top - sight.top - margin;
    return;
  }
}
