import { z } from 'zod';
import type { EventKind } from '../events/events.ts';

/** One thing that can be asked of a station, in the words of the business, whatever version the station speaks. */
export type CommandDefinition<Input extends z.ZodType, Answer extends z.ZodType> = {
  title: string;
  input: Input;
  /** What the outcome's `answer` holds when the station accepted. */
  answer: Answer;
  /** Kinds of events that show that it took effect. */
  effects: readonly EventKind[];
  /** Parts of the input that are sent and not kept, such as `apn.password`. */
  secrets?: readonly string[];
};

const nothing = z.object({});

/** Most commands are answered with a status alone, and some have no effect that an event would show. */
export function defineCommand<Input extends z.ZodObject, Answer extends z.ZodObject = typeof nothing>({
  answer,
  effects = [],
  ...definition
}: Partial<Pick<CommandDefinition<Input, Answer>, 'answer' | 'effects'>> &
  Omit<CommandDefinition<Input, Answer>, 'answer' | 'effects'>): CommandDefinition<Input, Answer> {
  return { ...definition, answer: answer ?? (nothing as unknown as Answer), effects };
}
