// `npm run bench`: runs the programs of bench/ one after the other; each prints its own ratios.
import { globSync } from 'node:fs';
import { root, runTool } from './run-tool.ts';

const programs = globSync('bench/*.bench.ts', { cwd: root }).toSorted();
if (programs.length === 0) console.log('There is no benchmark yet: bench/ holds no *.bench.ts.');
for (const program of programs) {
  console.log(`\n${program}`);
  const { code } = await runTool('node', [program], { show: true });
  if (code !== 0) process.exitCode = 1;
}
