import { both } from '../spoken.ts';

export const books = {
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
