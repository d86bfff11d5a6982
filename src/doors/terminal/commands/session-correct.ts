import { SigecError } from '#base/errors.ts';
import { billApi } from '#contract/api/bills.ts';
import { openApi } from '../api.ts';
import { moneyText } from '../money.ts';
import type { ServerOptions } from '../server-address.ts';
import { tellDone } from '../show-list.ts';
import type { Terminal } from '../terminal.ts';

export type SessionCorrectOptions = ServerOptions & { id: string; amount: string; reason: string; json?: boolean };

/** Books a correction beside what was booked; nothing is overwritten. */
export async function sessionCorrect(terminal: Terminal, options: SessionCorrectOptions): Promise<number> {
  const { id, reason } = options;
  const amount = readSigned(terminal, options.amount);
  const bill = await openApi(terminal, options).call(billApi.correct, { params: { id }, body: { amount, reason } });
  const { total, currency } = bill;
  const pays = total === null || currency === null ? '' : moneyText(total, currency, terminal.language);
  return tellDone(terminal, options, bill, terminal.text.cost.corrected(pays));
}

function readSigned({ text }: Terminal, value: string): string {
  const plain = value.replace(',', '.').replace(/^\+/, '');
  if (/^-?\d{1,9}(\.\d{1,4})?$/.test(plain)) return plain;
  const { wrongUse, cost } = text;
  throw new SigecError(
    'INVALID_INPUT',
    wrongUse.invalidInput({ name: 'AMOUNT', value, accepts: cost.correctionAccepts }),
  );
}
