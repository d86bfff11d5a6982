import type { Messages as Messages16 } from '../v16/messages.generated.ts';
import type { Messages as Messages21 } from '../v21/messages.generated.ts';
import type { Messages as Messages201 } from '../v201/messages.generated.ts';

export type ActionName = keyof Messages16 | keyof Messages201 | keyof Messages21;

type Side = 'request' | 'response';
type PartOf<
  Messages extends Record<keyof Messages, Record<Side, unknown>>,
  Action,
  Part extends Side,
> = Action extends keyof Messages ? Messages[Action][Part] : never;
type InAnyVersion<Action, Part extends Side> =
  | PartOf<Messages16, Action, Part>
  | PartOf<Messages201, Action, Part>
  | PartOf<Messages21, Action, Part>;

export type RequestOf<Action extends ActionName> = InAnyVersion<Action, 'request'>;
export type AnswerOf<Action extends ActionName> = InAnyVersion<Action, 'response'>;

/** A message as a sentence tells it; its texts are cleaned already. */
export type ActionExchange<Action extends ActionName> = {
  request: RequestOf<Action>;
  /** Undefined when there was none, or an error instead. */
  answer: AnswerOf<Action> | undefined;
  caller: 'station' | 'system';
};

/** What follows the station's name, and where the answer holds more than a status, what it held. */
export type Clause = string | readonly [clause: string, result: string | undefined];

/** A language's sentences: a message without its own does not compile. */
export type Sentences = { readonly [Action in ActionName]: (told: ActionExchange<Action>) => Clause };
