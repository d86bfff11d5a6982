import type { ServerAnswer, ServerQuestion } from '#assistant/servers/servers.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';
import { cleanText } from './clean-text.ts';

type Field = {
  type?: unknown;
  title?: unknown;
  description?: unknown;
  enum?: unknown;
  oneOf?: unknown;
  default?: unknown;
};

/** What a server wants to know before it goes on. Enter alone takes what is proposed, or leaves. */
export async function fillForm(terminal: Terminal, question: ServerQuestion): Promise<ServerAnswer> {
  const { paint, text, input } = terminal;
  const { form } = text.chat;
  terminal.err(`  ${paint('warning', '⏸')} ${paint('strong', form.asks(visible(question.server)))}`);
  if (question.isForeign) terminal.err(`    ${paint('warning', form.isForeign(visible(question.server)))}`);
  for (const line of cleanText(question.message).split('\n')) terminal.err(`    ${line}`);
  if (question.url !== undefined) {
    terminal.err(`    ${form.leadsTo(visible(new URL(question.url).host))}`);
    terminal.err(`    ${form.goThere(visible(question.url))}`);
    const done = await input.line(`    ${form.isDone} `);
    return isYes(terminal, done) ? { action: 'accept', content: {} } : { action: 'decline' };
  }
  const fields = fieldsOf(question.schema);
  const [only] = fields;
  // A single yes or no is answered as such: no is a decision, and silence is none.
  if (fields.length === 1 && only?.[1].type === 'boolean') return yesOrNo(terminal, only[0]);
  if (fields.length === 0) return yesOrNo(terminal, undefined);
  return fillFields(terminal, fields, requiredOf(question.schema));
}

async function yesOrNo(terminal: Terminal, name: string | undefined): Promise<ServerAnswer> {
  const { form } = terminal.text.chat;
  const answer = (await terminal.input.line(`    ${form.yesOrNo} `))?.trim() ?? '';
  if (isYes(terminal, answer)) return { action: 'accept', content: name === undefined ? {} : { [name]: true } };
  return { action: form.no.test(answer) ? 'decline' : 'cancel' };
}

async function fillFields(
  terminal: Terminal,
  fields: readonly [name: string, field: Field][],
  required: readonly string[],
): Promise<ServerAnswer> {
  const { form } = terminal.text.chat;
  const content: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    for (;;) {
      const answer = (await terminal.input.line(`    ${labelOf(terminal, name, field)}: `))?.trim();
      if (answer === undefined) return { action: 'cancel' };
      if (answer === '' && field.default !== undefined) content[name] = field.default;
      if (answer === '' && !required.includes(name)) break;
      if (answer === '' && field.default === undefined) return { action: 'cancel' };
      if (answer === '') break;
      const value = readValue(terminal, field, answer);
      if (value !== undefined) {
        content[name] = value;
        break;
      }
      terminal.err(`    ${form.notAccepted}`);
    }
  }
  return { action: 'accept', content };
}

function labelOf(terminal: Terminal, name: string, field: Field): string {
  const { form } = terminal.text.chat;
  const about = typeof field.description === 'string' ? ` (${visible(field.description)})` : '';
  const choices = choicesOf(field);
  const accepted =
    choices.length > 0 ? choices.map(visible).join('|') : field.type === 'boolean' ? form.yesOrNoWord : undefined;
  const proposed = field.default === undefined ? '' : ` [${visible(shown(field.default))}]`;
  const title = typeof field.title === 'string' ? field.title : name;
  return `${visible(title)}${about}${accepted === undefined ? '' : ` {${accepted}}`}${proposed}`;
}

/** undefined: it does not fit. */
function readValue(terminal: Terminal, field: Field, answer: string): unknown {
  const { form } = terminal.text.chat;
  const choices = choicesOf(field);
  if (choices.length > 0) return choices.find((choice) => choice.toLowerCase() === answer.toLowerCase());
  if (field.type === 'boolean') return isYes(terminal, answer) ? true : form.no.test(answer) ? false : undefined;
  if (field.type === 'integer') return /^-?\d{1,15}$/.test(answer) ? Number(answer) : undefined;
  if (field.type === 'number') {
    const number = Number(answer.replace(',', '.'));
    return Number.isFinite(number) ? number : undefined;
  }
  if (field.type === 'array') return answer.split(',').map((part) => part.trim());
  return answer;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isYes({ text }: Terminal, answer: string | undefined): boolean {
  return text.chat.form.yes.test(answer?.trim() ?? '');
}

function choicesOf(field: Field): string[] {
  if (Array.isArray(field.enum)) return field.enum.map(String);
  if (!Array.isArray(field.oneOf)) return [];
  return field.oneOf.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'const' in one ? [String(one.const)] : [],
  );
}

function fieldsOf(schema: ServerQuestion['schema']): [string, Field][] {
  const properties = schema?.['properties'];
  return typeof properties === 'object' && properties !== null ? (Object.entries(properties) as [string, Field][]) : [];
}

function requiredOf(schema: ServerQuestion['schema']): string[] {
  const required = schema?.['required'];
  return Array.isArray(required) ? required.map(String) : [];
}
