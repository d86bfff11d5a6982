import type { Message } from './message.ts';
import type { Interpreter, Mind } from './mind.ts';

/** The interpreter among answers of a model: it hears only what was said since the last of these, which it cannot read. */
export function amongAnswers(interpreter: Interpreter): Interpreter {
  return {
    ...interpreter,
    think: (question) => interpreter.think({ ...question, messages: sinceModel(question.messages) }),
    understands: (messages) => !modelAsked(messages) && interpreter.understands(sinceModel(messages)),
  };
}

/** A model that could not even be opened: it is away, and why is told when it is needed. */
export function awayMind(name: string, problem: Error): Mind {
  return {
    name,
    isModel: true,
    think: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(problem) }) }),
  };
}

function sinceModel(messages: readonly Message[]): readonly Message[] {
  const last = messages.findLastIndex((message) => message.role === 'assistant' && message.by !== 'interpreter');
  const next = messages.findIndex(({ role }, index) => index > last && role === 'user');
  return next < 0 ? messages : messages.slice(next);
}

/** What is said then answers the model's question, however clear it is alone. */
function modelAsked(messages: readonly Message[]): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant');
  return last?.role === 'assistant' && last.by !== 'interpreter' && /\?[\s*_)"”]*$/.test(last.text);
}
