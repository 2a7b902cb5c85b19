/** The four named squares: a line drawing around 0,0 and how the name is written under it. */

export interface Landmark {
  drawing: string;
  dashed?: string;
  name: string;
  brief: string; // where there is little room
}

export const LANDMARKS: Readonly<Record<string, Landmark>> = {
  home: {
    drawing:
      'M-28 20A28 26 0 0 1 28 20ZM-10 20V8a10 9 0 0 1 20 0V20M0 -6V20M-24 6H-13M13 6H24M-15 -10C-5 -14 5 -14 15 -10M0 -6V-20M0 -20L7 -17L0 -14',
    name: 'Home',
    brief: 'Home',
  },
  government: {
    drawing:
      'M-28 22H28M-25 17H25M-22 17V-4M-11 17V-4M0 17V-4M11 17V-4M22 17V-4M-27 -4H27L0 -18ZM0 -18V-28M0 -28L9 -25L0 -22',
    name: 'Government Ctr',
    brief: 'Govt',
  },
  depot: {
    drawing:
      'M-28 22H-2V-2H-28ZM-28 -2L-2 22M-2 -2L-28 22M2 22H28V-2H2ZM2 -2L28 22M28 -2L2 22M-13 -4H13V-26H-13ZM-13 -26L13 -4M13 -26L-13 -4',
    name: 'Supply Depot',
    brief: 'Depot',
  },
  pad: {
    drawing:
      'M-31 0A31 31 0 1 0 31 0A31 31 0 1 0 -31 0M0 -20C8 -12 8 0 6 10H-6C-8 0 -8 -12 0 -20ZM-6 2L-13 12V17L-6 12M6 2L13 12V17L6 12M-3 14L0 22L3 14',
    dashed: 'M-22 0A22 22 0 1 0 22 0A22 22 0 1 0 -22 0',
    name: 'Launch Pad',
    brief: 'Pad',
  },
};

/** Rover tracks: the route from Home over the Government Center and the Supply Depot to the Launch Pad. */
export function tracks(side: number): string[] {
  const at = (column: number, row: number): [number, number] => [(column + 0.5) * side, (row + 0.5) * side];
  const [home, government, depot, pad] = [at(0, 1), at(7, 6), at(0, 6), at(7, 1)];
  return [
    `M${home.join(' ')}C${home[0] + 260} ${home[1] + 10} ${government[0] - 30} ${government[1] - 330} ${government.join(' ')}`,
    `M${government.join(' ')}C${government[0] - 180} ${government[1] + 46} ${depot[0] + 180} ${depot[1] + 46} ${depot.join(' ')}`,
    `M${depot.join(' ')}C${depot[0] + 30} ${depot[1] - 330} ${pad[0] - 260} ${pad[1] + 10} ${pad.join(' ')}`,
  ];
}
