import type { Command } from 'commander';
import { type CommandKit, choice } from '../command-kit.ts';

const sorts = ['relevance', 'price', 'price-descending', 'title', 'newest'] as const;

/** The shop at the charging site. */
export function addBooks(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const books = program.command('books').alias('book').description(help.books);
  runs(
    shows(books.command('list').description(help.booksList).argument('[words...]', help.bookWords))
      .option('--category <category>', help.bookCategory)
      .option('--in-stock', help.bookInStock)
      .addOption(choice('--sort <sort>', help.bookSort, sorts))
      .option('--limit <number>', help.limit),
    async ({ args, options }) =>
      (await import('../commands/books.ts')).booksList(terminal, { ...options, words: args }),
  );
  runs(
    shows(books.command('show').description(help.bookShow).argument('<id>', help.bookId)),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/books.ts')).bookShow(terminal, { ...options, id }),
  );
  runs(
    shows(books.command('orders').description(help.bookOrders)).option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/books.ts')).bookOrders(terminal, options),
  );
  runs(
    shows(books.command('load').description(help.booksLoad).argument('<file>', help.booksFile)),
    async ({ args: [file = ''], options }) =>
      (await import('../commands/books.ts')).booksLoad(terminal, { ...options, file }),
  );
}
