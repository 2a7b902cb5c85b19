/**
 * Notices of the browser: it is my turn, and the page is not in front. The worker shows them, so that a touch on one leads
 * back to the table. Whoever has not wished for them gets none, and is asked where he would wait (`NoticeOffer`).
 */

import { server } from '../server';
import { settings } from '../settings.svelte';
import { texts } from './texts';

const LOOK = 30_000; // milliseconds between two looks at one's tables while the page is not in front
const TAG = 'turn-';
let waiting = new Set<string>(); // tables that are known to wait
let timer: ReturnType<typeof setInterval> | undefined;

/** Whether this browser can show any, here. */
export const possible = (): boolean => 'Notification' in window && 'serviceWorker' in navigator;

const inFront = (): boolean => document.visibilityState === 'visible';

/** Ask the person, by the browser's own question; only in answer to a touch. */
export async function askFor(): Promise<boolean> {
  const granted = (await Notification.requestPermission()) === 'granted';
  settings.setNotices(granted ? 'on' : 'off');
  if (granted) watch();
  return granted;
}

/** It is this person's turn at a table. */
export async function tell(id: string, title: string): Promise<void> {
  waiting.add(id);
  if (settings.notices !== 'on' || !possible() || Notification.permission !== 'granted' || inFront()) return;
  const worker = await navigator.serviceWorker.ready;
  await worker.showNotification(texts.notices.title(title), {
    body: texts.notices.body,
    tag: TAG + id,
    icon: '/icons/192.png',
    data: { path: `/#/table/${id}` },
  });
}

/** From now on, look at one's tables while the page is not in front, and take notices away when it is again. */
export function watch(): void {
  if (timer !== undefined || !possible()) return;
  timer = setInterval(() => !inFront() && void look(true), LOOK);
  document.addEventListener('visibilitychange', () => void (inFront() ? clear() : look(false)));
}

async function look(telling: boolean): Promise<void> {
  const { tables } = await server.tables('mine').catch(() => ({ tables: [] }));
  const now = tables.filter(({ your_turn }) => your_turn);
  for (const { id, title } of now) if (telling && !waiting.has(id)) await tell(id, title);
  waiting = new Set(now.map(({ id }) => id));
}

async function clear(): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  for (const notice of await worker.getNotifications()) if (notice.tag.startsWith(TAG)) notice.close();
}
