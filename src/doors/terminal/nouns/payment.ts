import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

/** Money of people without an account: where they pay. */
export function addPayment(program: Command, { help, addVerbs, from }: CommandKit): void {
  const ofAddresses = from(() => import('../commands/payment-address.ts'));
  const ofMoney = from(() => import('../commands/payment.ts'));
  const ofBooks = from(() => import('../commands/money-books.ts'));
  addVerbs(program.command('payment').description(help.payment), {
    list: { about: help.paymentList, options: limit(help), run: ofMoney('paymentList') },
    show: { about: help.paymentShow, args: { '<payment>': help.paymentId }, run: ofMoney('paymentShow') },
    refund: {
      about: help.paymentRefund,
      args: { '<payment>': help.paymentId, '<amount>': help.paymentAmount },
      options: { '--reason <text>': help.paymentReason },
      run: ofMoney('paymentRefund'),
    },
    pay: { about: help.paymentPay, args: { '<payment>': help.paymentId }, run: ofMoney('paymentPay') },
    open: { about: help.paymentOpen, options: limit(help), run: ofMoney('paymentOpen') },
    close: {
      about: help.paymentClose,
      args: { '<item>': help.paymentItem },
      options: { '--resolution <text>': help.paymentResolution },
      run: ofMoney('paymentClose'),
    },
    compare: {
      about: help.paymentCompare,
      args: { '<provider>': help.paymentProvider, '<day>': help.paymentDay },
      run: ofMoney('paymentCompare'),
    },
    days: { about: help.paymentDays, options: limit(help), run: ofBooks('moneyDays') },
    balances: {
      about: help.paymentBalances,
      options: { '--account <account>': help.paymentAccount, '--party <party>': help.paymentParty },
      run: ofBooks('moneyBalances'),
    },
    entries: {
      about: help.paymentEntries,
      options: { '--party <party>': help.paymentParty, '--cites <id>': help.paymentCites, ...limit(help) },
      run: ofBooks('moneyEntries'),
    },
    address: {
      about: help.paymentAddress,
      args: { '<station>': help.paymentStation },
      options: {
        '--qr <evse>': help.paymentQr,
        '--svg <file>': help.paymentSvg,
      },
      run: ofAddresses('paymentAddress'),
    },
  });
}
