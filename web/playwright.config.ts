import { defineConfig } from '@playwright/test';

const PORT = Number(process.env.ODDBOARD_PORT ?? 8917);
const GAMES = ['everest', 'martian-race', 'sailboat-regatta', 'yavoch', 'yaz', process.env.ODDBOARD_SIXTH ?? ''];
// Who tests has met the games before, and is not told what they are about.
const met = { name: 'oddboard-met', value: GAMES.join(' ') };

// What Playwright turns off, as the last list counts; and the two pages that every window loads for suggestions under an
// address bar which nobody sees: without them a test needs half the processor's time until its page is there.
const OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

// Against the real server, with the system's own Chromium.
export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  expect: { timeout: 20_000 }, // two browsers, a server and the other tests share two cores
  workers: 2,
  retries: 2, // a browser on two busy cores now and then misses a click; the list says which test was flaky
  fullyParallel: true,
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    serviceWorkers: 'block', // but where they are what is tested
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: `http://127.0.0.1:${PORT}`, localStorage: [met] }] },
    reducedMotion: 'reduce', // what is tested is where things end up
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Drawn without a graphics card, real or played: no test opens a 3-D view, and everything else is twice as fast.
      args: ['--no-sandbox', '--disable-gpu', `--disable-features=${OFF.join()}`],
    },
  },
  webServer: {
    command: `node e2e/serve.mjs ${PORT}`,
    url: `http://127.0.0.1:${PORT}/api/health`,
    timeout: 120_000,
  },
});
