import { runSigec } from './run.ts';
import { openTerminal } from './terminal.ts';

const args = process.argv.slice(2);
process.exitCode = await runSigec(args, openTerminal(args));
