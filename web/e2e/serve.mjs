/** Serves the built page from a fresh database, which goes when the server does. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'oddboard-'));
const root = fileURLToPath(new URL('../..', import.meta.url));
const command = [
  'serve',
  '--port',
  process.argv[2] ?? '8917',
  '--database',
  `sqlite:///${folder}/tables.db`,
  '--thinkers',
  '1',
  '--generosity',
  '0',
];
const server = spawn(join(root, '.venv/bin/oddboard'), command, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 0);
});
