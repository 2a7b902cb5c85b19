/** Small drawings for what threatens, around 0,0 in a circle of 9: one hand for all games. */
export const SIGNS: Readonly<Record<string, string>> = {
  fire: 'M0 -5.5V5.5M-5.5 0H5.5M3.2 0A3.2 3.2 0 1 1 -3.2 0A3.2 3.2 0 1 1 3.2 0', // a sight
  push: 'M-5 0H4.4M1 -3.6L4.6 0L1 3.6', // an arrow
  hold: 'M-3.4 -0.6H3.4V4.4H-3.4ZM-2 -0.6V-2.6A2 2 0 0 1 2 -2.6V-0.6', // a lock
  wind: 'M-5 -1.6H2A2 2 0 1 0 0.6 -4.6M-5 2H3.4A1.8 1.8 0 1 1 2 4.6', // a gust
  empty: 'M4.2 0A4.2 2.6 0 1 1 -4.2 0A4.2 2.6 0 1 1 4.2 0M-5 5L5 -5', // no ring
  crown: 'M-5 3.6L-5.4 -3.4L-2 0L0 -4.6L2 0L5.4 -3.4L5 3.6Z',
};
