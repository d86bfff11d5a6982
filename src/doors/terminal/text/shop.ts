import { both, sentence } from './spoken.ts';

export const shop = {
  book: {
    shippings: {
      pickup: both('pickup', 'retirada'),
      standard: both('standard', 'comum'),
      express: both('express', 'expressa'),
    },
    steps: {
      placed: both('placed', 'feito'),
      shipped: both('shipped', 'enviado'),
      delivered: both('delivered', 'entregue'),
    },
    none: both('No book fits.', 'Nenhum livro se encaixa.'),
    loose: both(
      'No book has all the words; these have some of them.',
      'Nenhum livro tem todas as palavras; estes têm algumas.',
    ),
    more: sentence(
      '{total} fit; {shown} are shown. --limit shows more.',
      '{total} se encaixam; {shown} aparecem. --limit mostra mais.',
    ),
    noOrders: both('There are no orders.', 'Não há pedidos.'),
    loaded: sentence(
      'Loaded: {books} books are on sale, {added} of them new; {taken} are sold no more.',
      'Carregado: {books} livros à venda, {added} deles novos; {taken} não são mais vendidos.',
    ),
  },
};

export const helpShop = {
  books: both('the bookshop at the charging site', 'a livraria do ponto de recarga'),
  booksList: both('books that fit, the best match first', 'livros que se encaixam, os mais próximos primeiro'),
  bookWords: both(
    'words of title, author, subject or description; accents do not matter',
    'palavras do título, da autoria, do assunto ou da descrição; acentos não importam',
  ),
  bookCategory: both('only of this category', 'só desta categoria'),
  bookInStock: both('only what can be bought now', 'só o que pode ser comprado agora'),
  bookShow: both('one book', 'um livro'),
  bookId: both('id of the book, as the list shows it', 'id do livro, como a lista mostra'),
  bookOrders: both('orders, newest first', 'pedidos, os mais novos primeiro'),
  booksLoad: both(
    'put the catalogue of a CSV or JSON file on sale, all of it or nothing; what is not in it is sold no more',
    'põe à venda o catálogo de um arquivo CSV ou JSON, inteiro ou nada; o que não está nele deixa de ser vendido',
  ),
  booksFile: both('the file; - reads the input', 'o arquivo; - lê a entrada'),
};
