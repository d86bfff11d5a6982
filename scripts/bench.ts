// `npm run bench -- [work …]`: what the product costs beside the limit servers; bench/README.md says how to read it.
import { runBench } from '../bench/run.ts';

process.exitCode = await runBench(process.argv.slice(2));
