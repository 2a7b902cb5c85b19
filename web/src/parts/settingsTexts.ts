/** What the settings say: loaded with their dialog, not with the first page. */

export const texts = {
  title: 'Settings',
  theme: 'Colours',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  motion: 'Movement',
  motions: { system: 'As the system', less: 'Less' },
  pace: 'Pace of what others do',
  threats: 'Signs of what threatens you',
  threatsShown: { shown: 'Shown', hidden: 'Hidden' },
  paces: { calm: 'Calm', normal: 'Normal', quick: 'Quick', once: 'At once' },
  sound: 'Sound',
  sounds: { off: 'Off', on: 'On' },
  keys: 'Keys',
  keyList: [
    ['Tab', 'to the board, then to the buttons'],
    ['← ↑ ↓ →', 'from place to place'],
    ['N', 'to the next thing that can be chosen'],
    ['Enter', 'choose'],
    ['Esc', 'let go'],
    ['U', 'undo'],
    ['H', 'hint'],
    ['S', 'skip to now what is being shown'],
    ['R', 'show the last turn again'],
    [', and .', 'step back and forth'],
  ] as const,
};
