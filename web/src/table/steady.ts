/** The phone's sheet keeps its height: a touch that leaves fewer buttons in it would otherwise move the board. */

import type { Attachment } from 'svelte/attachments';

/** As high as it has been, for as long as it is attached. */
export function steady(): Attachment<HTMLElement> {
  return (sheet) => {
    let highest = 0;
    const sizes = new ResizeObserver(() => {
      if (sheet.offsetHeight <= highest) return;
      highest = sheet.offsetHeight;
      sheet.style.minHeight = `${highest}px`;
    });
    sizes.observe(sheet);
    return () => {
      sizes.disconnect();
      sheet.style.minHeight = '';
    };
  };
}
