import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { limit, sessionFile } from './shared-flags.ts';

/** Invoices of drivers with an account. */
export function addInvoice(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/invoice.ts'));
  const ofPayer = from(() => import('../commands/own-payment.ts'));
  const one = { '<invoice>': help.invoiceId };
  addVerbs(program.command('invoice').description(help.invoice), {
    list: { about: help.invoiceList, options: limit(help), run: run('invoiceList') },
    show: { about: help.invoiceShow, args: one, run: run('invoiceShow') },
    make: {
      about: help.invoiceMake,
      args: { '<month>': help.invoiceMonth },
      options: { '--driver <id>': help.invoiceDriver },
      run: run('invoiceMake'),
    },
    pay: {
      about: help.invoicePay,
      args: { ...one, '<amount>': help.invoiceAmount },
      options: { '--reference <text>': help.invoiceReference },
      run: run('invoicePay'),
    },
    request: {
      about: help.invoiceRequest,
      args: one,
      options: { '--provider <name>': help.paymentProvider },
      run: ofPayer('invoiceRequest'),
    },
    credit: { about: help.invoiceCredit, args: one, run: run('invoiceCredit') },
    export: {
      about: help.invoiceExport,
      reach: 'server',
      options: { '--driver <id>': help.invoiceDriver, ...sessionFile(help) },
      run: run('invoiceExport'),
    },
    print: {
      about: help.invoicePrint,
      reach: 'server',
      args: one,
      options: { '--out <file>': help.sessionOut },
      run: run('invoicePrint'),
    },
  });
}
