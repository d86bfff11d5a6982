import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

/** Money of people without an account: where they pay. */
export function addPayment(program: Command, { help, addVerbs, from }: CommandKit): void {
  const ofAddresses = from(() => import('../commands/payment-address.ts'));
  const ofMoney = from(() => import('../commands/payment.ts'));
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
    compare: {
      about: help.paymentCompare,
      args: { '<provider>': help.paymentProvider, '<day>': help.paymentDay },
      run: ofMoney('paymentCompare'),
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
