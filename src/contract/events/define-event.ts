import { z } from 'zod';

/**
 * What an event means, in both languages. A name in braces is a field of the body, or one that is made of fields (`event-sentence.ts`).
 * A part in brackets is left out where one of its fields is missing, or not for the eyes of the reader.
 */
export type EventSentence = { en: string; 'pt-BR': string };

/** A kind of event. `when` holds sentences for certain values of a field, written as `field=value`; the first that fits is used. */
export type EventDefinition<Body extends z.ZodObject = z.ZodObject> = {
  body: Body;
  sentence: EventSentence;
  when: Readonly<Record<string, EventSentence>>;
};

/** The body is what writers may put in; readers meet older bodies too, and must not rely on it. The sentence stands in English, then in Portuguese. */
export function defineEvent<Fields extends z.ZodRawShape>(
  fields: Fields,
  en: string,
  pt: string,
  when: EventDefinition['when'] = {},
): EventDefinition<z.ZodObject<Fields>> {
  return { body: z.object(fields), sentence: { en, 'pt-BR': pt }, when };
}

export const text = z.string();
export const textOrNull = text.nullable();
export const number = z.number();
export const numberOrNull = number.nullable();
export const boolean = z.boolean();
/** JSON writes a date as text. */
export const moment = z.union([z.iso.datetime(), z.date()]);
export const momentOrNull = moment.nullable();
/** Facts whose names depend on what a station told. */
export const facts = z.record(text, z.unknown());

export function list<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).readonly();
}
