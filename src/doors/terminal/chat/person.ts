import type { CallQuestion, Decision } from '#assistant/allowances/decide-call.ts';
import type { Person } from '#assistant/conversation/turn-event.ts';
import { json } from '../json.ts';
import type { Terminal } from '../terminal.ts';
import { indented, visible } from '../visible.ts';
import { argumentWords } from './call-words.ts';
import { cleanText } from './clean-text.ts';
import { fillForm } from './fill-form.ts';

type Needs = {
  terminal: Terminal;
  /** Whether somebody sits in front of it who can be asked. */
  isAttended: boolean;
  /** Allowed beforehand by whoever started this: what would be asked, as long as no foreign text was read. */
  isAllowing: boolean;
  view: { pause(): void; resume(): void };
  /** Told of what was not done because nobody could be asked. */
  onUnasked(tool: string): void;
};

/** Whoever sits in front of the terminal: asked on the spot, one question at a time. */
export function personAt(needs: Needs): Person {
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const asked = before.then(async () => {
      needs.view.pause();
      try {
        return await ask();
      } finally {
        needs.view.resume();
      }
    });
    before = asked.catch(() => undefined);
    return asked;
  };
  return {
    decide(question) {
      if (needs.isAttended) return inTurn(() => askDecision(needs.terminal, question));
      if (needs.isAllowing && question.because !== 'tainted' && question.because !== 'rule')
        return Promise.resolve('once');
      needs.onUnasked(question.tool.name);
      return Promise.resolve('deny');
    },
    answer(question) {
      if (needs.isAttended) return inTurn(() => fillForm(needs.terminal, question));
      needs.onUnasked(question.server);
      return Promise.resolve({ action: 'cancel' });
    },
  };
}

async function askDecision(terminal: Terminal, question: CallQuestion): Promise<Decision> {
  const { input, paint, text } = terminal;
  const { approval } = text.chat;
  const { tool, because, choices } = question;
  const asked = `${visible(tool.name)}  ${argumentWords(question.arguments)}`.trim();
  terminal.err(`  ${paint('warning', '⏸')} ${paint('strong', asked)}`);
  terminal.err(`    ${approval.because[because](visible(tool.server))}`);
  for (;;) {
    const words = choices.map((choice) => approval.choices[choice]);
    const answer = (await input.line(`    ${approval.ask} ${[...words, approval.choices.details].join(' ')} `))?.trim();
    if (answer === undefined || answer === '') return 'deny';
    if (approval.letters.details.test(answer)) {
      terminal.err(indented(detailsOf(question), 4));
      continue;
    }
    const chosen = choices.find((choice) => approval.letters[choice].test(answer));
    if (chosen !== undefined) return chosen;
    terminal.err(`    ${approval.notUnderstood}`);
  }
}

/** The whole of what would be sent, and what the tool says it does. */
function detailsOf({ tool, arguments: given }: CallQuestion): string[] {
  return [...cleanText(tool.description).split('\n'), ...json(given).split('\n')];
}
