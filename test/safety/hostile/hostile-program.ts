import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answerOf } from './hostile-answers.ts';

// A hostile server that is a program: all that it is given is written to the file that its first argument names.
const [, , file = '', ...words] = process.argv;
const tell = (what: string, seen: unknown) => appendFileSync(file, `${JSON.stringify({ [what]: seen })}\n`);

tell('environment', process.env);
tell('arguments', words);
tell('folder', process.cwd());
for await (const line of createInterface({ input: process.stdin })) {
  tell('message', line);
  const answer = answerOf(line);
  if (answer !== undefined) process.stdout.write(`${answer}\n`);
}
