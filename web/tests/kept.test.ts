import { beforeEach, expect, test } from 'vitest';
import { forget, keep, keptOf } from '../src/kept';

beforeEach(() => {
  const store = new Map<string, string>();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => void store.set(name, value),
    },
  });
});

test('what is kept comes back in the order of its names, kind by kind', () => {
  keep('yavoch formation', 'wall', '1');
  keep('yavoch formation', ' arrow ', '2');
  keep('yaz map', 'pond', '3');
  keep('yavoch formation', 'wall', '4');
  expect(keptOf('yavoch formation')).toEqual([
    { name: 'arrow', text: '2' },
    { name: 'wall', text: '4' },
  ]);
  expect(forget('yavoch formation', 'wall')).toEqual([{ name: 'arrow', text: '2' }]);
  expect(keptOf('yaz map')).toEqual([{ name: 'pond', text: '3' }]);
});

test('what somebody else wrote there is left out', () => {
  localStorage.setItem('oddboard-kept-yaz map', '{"a": 1}');
  expect(keptOf('yaz map')).toEqual([]);
  localStorage.setItem('oddboard-kept-yaz map', '[null, {"name": 3}, {"name": "a", "text": "b"}]');
  expect(keptOf('yaz map')).toEqual([{ name: 'a', text: 'b' }]);
  localStorage.setItem('oddboard-kept-yaz map', 'nonsense');
  expect(keptOf('yaz map')).toEqual([]);
});
