import type { Offer } from './offered-tools.ts';
import { sentenceOf, type Trouble } from './trouble.ts';

type Facts = {
  name: string;
  address: string;
  trouble: Trouble | null;
  /** Where a person is to sign in at this moment. */
  signInAt: string | null;
  detail: string;
  retryAt: Date | null;
  offer: Pick<Offer, 'changed' | 'leftOut'>;
};

/** What a person should know of a server, if anything. */
export function reasonOf({ name, address, trouble, signInAt, detail, retryAt, offer }: Facts): string | null {
  if (signInAt !== null) return `Sign in to ${name} at ${signInAt}`;
  if (trouble !== null) {
    const next = retryAt === null ? '' : ` It is tried again at ${retryAt.toISOString().slice(11, 19)} UTC.`;
    return `${sentenceOf(trouble, { name, address, detail })}${next}`;
  }
  const told = [
    ...(offer.changed.length > 0 ? [`${offer.changed.length} of its tools are not as they were accepted.`] : []),
    ...(offer.leftOut > 0
      ? [`${offer.leftOut} of its tools are too large, too many or too strangely named to be offered.`]
      : []),
  ];
  return told.length === 0 ? null : told.join(' ');
}
