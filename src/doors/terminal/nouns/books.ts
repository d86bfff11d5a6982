import type { Command } from 'commander';
import { bookSorts } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addBooks(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/books.ts'));
  addVerbs(program.command('books').alias('book').description(help.books), {
    list: {
      about: help.booksList,
      args: { '[words...]': help.bookWords },
      options: {
        '--category <category>': help.bookCategory,
        '--in-stock': help.bookInStock,
        '--sort <sort>': { about: help.listOrder, choices: bookSorts },
        ...limit(help),
      },
      run: run('booksList'),
    },
    show: { about: help.bookShow, args: { '<id>': help.bookId }, run: run('bookShow') },
    orders: { about: help.bookOrders, options: limit(help), run: run('bookOrders') },
    load: { about: help.booksLoad, args: { '<file>': help.booksFile }, run: run('booksLoad') },
  });
}
