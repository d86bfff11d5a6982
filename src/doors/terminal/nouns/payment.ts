import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** Money of people without an account: where they pay. */
export function addPayment(program: Command, { help, addVerbs, from }: CommandKit): void {
  const ofAddresses = from(() => import('../commands/payment-address.ts'));
  addVerbs(program.command('payment').description(help.payment), {
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
