import { pattern } from '../spot/fold.ts';

const span = pattern(
  String.raw`\b(\d{1,2})(:\d\d)?( ?(?:and|to|until|till|-|e|a|às|as|até|até as|até às) )(\d{1,2})(:\d\d)?
    ( ?[ap]\.?m\b\.?| (?:da|de) (?:manhã|manha|tarde|noite)\b)`,
  'giu',
);

/** "between 2 and 5 pm" is from 2 pm, "from 11 to 1 pm" from 11 am: the part of the day that is said once holds for both times. */
export function withSharedHalf(text: string): string {
  return text.replaceAll(
    span,
    (said: string, hour: string, minutes: string | undefined, link: string, last: string, end = '', half: string) => {
      const isNoonBetween = Number(hour) % 12 > Number(last) % 12;
      if (Number(hour) > 12 || Number(last) > 12 || (isNoonBetween && /noite/i.test(half))) return said;
      return `${hour}${minutes ?? ''}${isNoonBetween ? otherHalf(half) : half}${link}${last}${end}${half}`;
    },
  );
}

function otherHalf(half: string): string {
  if (/^ ?p/i.test(half)) return ' am';
  if (/^ ?a/i.test(half)) return ' pm';
  return /manh/i.test(half) ? ' da noite' : ' da manhã';
}
