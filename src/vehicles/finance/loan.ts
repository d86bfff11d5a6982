import { divideRounded } from '#charging/decimal.ts';

/** A monthly rate as a fraction of whole numbers: money is never a float. */
export type Rate = { part: bigint; of: bigint };

export type Instalment = {
  month: number;
  paymentCents: bigint;
  interestCents: bigint;
  repaidCents: bigint;
  balanceCents: bigint;
};

export type Loan = { cents: bigint; months: number; rate: Rate };

/** Tabela Price: equal payments, p = v·i·(1+i)^n / ((1+i)^n − 1), to the cent; the last one takes what rounding has left. */
export function priceTable(loan: Loan): Instalment[] {
  const payment = equalPayment(loan);
  return instalments(loan, ({ interestCents }) => payment - interestCents);
}

/** SAC: the same part of the loan is repaid every month, so that payments fall. */
export function sacTable(loan: Loan): Instalment[] {
  const repaid = divideRounded(loan.cents, BigInt(loan.months));
  return instalments(loan, () => repaid);
}

function equalPayment({ cents, months, rate: { part, of } }: Loan): bigint {
  const n = BigInt(months);
  if (part === 0n) return divideRounded(cents, n);
  const grown = (of + part) ** n;
  return divideRounded(cents * part * grown, of * (grown - of ** n));
}

function instalments(
  { cents, months, rate: { part, of } }: Loan,
  repaidOf: (due: { interestCents: bigint }) => bigint,
): Instalment[] {
  let balance = cents;
  return Array.from({ length: months }, (_, index) => {
    const interestCents = divideRounded(balance * part, of);
    const asked = repaidOf({ interestCents });
    const isLast = index === months - 1;
    const repaidCents = isLast || asked > balance ? balance : asked;
    balance -= repaidCents;
    return {
      month: index + 1,
      paymentCents: repaidCents + interestCents,
      interestCents,
      repaidCents,
      balanceCents: balance,
    };
  });
}

const percent = 100n;

/** "1.49" per cent a month. */
export function monthlyRate(percentText: string): Rate {
  const { units, scale } = decimalOf(percentText);
  return { part: units, of: percent * scale };
}

const precision = 10n ** 24n;

/** The monthly rate that gives this yearly rate in per cent: (1+a)^(1/12) − 1, to 24 places. */
export function monthlyRateOfYear(percentText: string): Rate {
  const { units, scale } = decimalOf(percentText);
  const yearly = percent * scale;
  const grown = ((yearly + units) * precision ** 12n) / yearly;
  return { part: twelfthRoot(grown) - precision, of: precision };
}

/** Newton's method, starting above the root, until the value no longer falls. */
function twelfthRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 12));
  for (;;) {
    const next = (11n * root + value / root ** 11n) / 12n;
    if (next >= root) return root;
    root = next;
  }
}

function decimalOf(text: string): { units: bigint; scale: bigint } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) };
}
