// `npm run build`: what the packed package ships, as JavaScript in dist/ and the console in console/dist/.
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureConsole } from './ensure-console.ts';
import { root, runTool } from './run-tool.ts';

rmSync(join(root, 'dist'), { recursive: true, force: true });
const [{ code }] = await Promise.all([runTool('tsc', ['-p', 'tsconfig.build.json'], { show: true }), ensureConsole()]);
if (code !== 0) process.exit(code);
const types = await runTool('tsc', ['-p', 'tsconfig.sdk.json'], { show: true }); // others write devices with it
if (types.code !== 0) process.exit(types.code);

const assets = globSync('src/**/*.*', { cwd: root, exclude: ['**/*.ts', '**/*.tsx', '**/*.snap', '**/fixtures/**'] });
for (const asset of assets) cpSync(join(root, asset), join(root, 'dist', asset.slice('src/'.length)));
