/**
 * The widths at which the page changes, in pixels. A style sheet says `@media (--phone)`, which is `width < 720px` once it
 * is built (`vite.config.ts`); code compares with the number. `--short` is a height.
 */
export const SLIM = 560;
export const PHONE = 720;
export const TABLET = 900;
export const LAPTOP = 1100;

/** What stands in style sheets for a condition on the width or height. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  '(--slim)': `(width < ${SLIM}px)`,
  '(--phone)': `(width < ${PHONE}px)`,
  '(--tablet)': `(width < ${TABLET}px)`,
  '(--laptop)': `(width < ${LAPTOP}px)`,
  '(--short)': `(height < ${SLIM}px)`,
};
