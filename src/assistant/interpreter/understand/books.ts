import type { Understanding } from '../intent.ts';
import { fold, pattern } from '../spot/fold.ts';

const bookNoun =
  /\b(?:livros?|livraria|books?|bookshop|bookstore|romances?|novels?|leitura|authors?|autor(?:es|a)?|isbn|bestsellers?)\b/;
const categoryNoun =
  /\b(?:categor(?:y|ies|ia|ias)|generos?|genres?|assuntos?|subjects?|sections?|secoes|temas?|topics?|prateleiras?|shelves)\b/;
const around = pattern(
  String.raw`\b(?:do you have|have you got|you have|i want|i'?d like|i am|i'?m|looking for|look for|search(?: for)?|
    find(?: me)?|show(?: me)?|list|give me|get me|buy|can you|could you|recommend|suggest|any|some|good|
    a|an|the|please|books?|novels?|written|in|your|shop|store|voces? tem|tem|quero|queria|gostaria de|procuro|
    procurando|estou|procur(?:a|e|ar)|busc(?:a|o|ar|ando)|ach(?:a|e|ar)|encontr(?:a|e|ar)|mostr(?:a|e|ar)|
    list(?:a|e|ar)|ver|comprar|me|indica|indique|recomend(?:a|e|ar)|sugir(?:a|e)|sugere|algum|alguns|alguma|
    um|uma|uns|o|os|as|bom|bons|livros?|romances?|por favor|na|loja|livraria|voce|pode|existe[m]?|ha|quais|
    qual|que|which|what|are|there|is|temos|we|on sale|leitura|disponive(?:l|is)|available)\b`,
  'g',
);
const leading =
  pattern(String.raw`\b(?:about|on|by|of|titled|called|named|from|sobre|a respeito de|do autor|da autora|de autoria de|autor|
    author|chamad[oa]s?|intitulad[oa]s?|com o titulo|titulo|title|escrit[oa]s? por|d[aeo]s?|por)\b ?`);

export function understandBook(text: string): Understanding | undefined {
  const folded = fold(text.normalize('NFC'));
  if (!bookNoun.test(folded)) return undefined;
  // "book a connector" and "autor" of something else are no books.
  if (
    /\bbook\b/.test(folded) &&
    !/\bbooks\b/.test(folded) &&
    !/\b(?:a|the|any|some|good|this|that|which|your|new|another) (?:[\w-]+ ){0,3}book\b|\bbook (?:about|by|called|named|on|categor)/.test(
      folded,
    )
  )
    return undefined;
  const category =
    /\b(?:category|genre|categoria|genero|section|secao|assunto|subject)(?: (?:of|de|:))? ["“']?([\p{L}][\p{L} -]*?)["”']?[?.!]*$/u.exec(
      text.toLowerCase(),
    ) ?? /\bin (?:the )?([\p{L}][\p{L} -]*?) (?:category|section|genre)\b/u.exec(text.toLowerCase());
  const value = category?.[1];
  if (
    value !== undefined &&
    !/^(?:voces?|tem|temos|do|we|you|have|ha|existem?|are|disponiveis|available|de livros?|livros?|books?)\b/.test(
      fold(value),
    )
  )
    return { status: 'understood', intent: { intent: 'find-books', category: value } };
  if (categoryNoun.test(folded)) return { status: 'understood', intent: { intent: 'book-categories' } };
  const wanted = textOf(text, folded);
  if (wanted !== '') return { status: 'understood', intent: { intent: 'find-books', text: wanted } };
  const isVague =
    /\b(?:recomend\w+|recommend|suggest|suger\w+|sugir\w+|indi[cq]\w+|i want|quero|queria|looking for|procuro|gostaria|good|bom)\b/.test(
      folded,
    );
  return { status: 'understood', intent: isVague ? { intent: 'book-categories' } : { intent: 'find-books' } };
}

/** What is left of the sentence without the words that everybody says round it. */
function textOf(text: string, folded: string): string {
  const noun = /\b(?:livros?|books?|romances?|novels?|leitura)\b/.exec(folded);
  const after = noun === null ? '' : cleaned(text.slice(noun.index + noun[0].length));
  const led = leading.exec(fold(after));
  if (led !== null && led.index <= 12) return trimmed(after.slice(led.index + led[0].length));
  let kept = text;
  for (const { index, 0: words } of folded.matchAll(around))
    kept = `${kept.slice(0, index)}${' '.repeat(words.length)}${kept.slice(index + words.length)}`;
  return trimmed(kept.replaceAll(/ +/g, ' ')).replace(/^(?:d[aeo]s?|about|sobre|by|on|of|de) /i, '');
}

function cleaned(text: string): string {
  return text.replace(/^[\s,:]+/, '').replace(/\b(?:please|por favor)\b/i, '');
}

function trimmed(text: string): string {
  return text.replaceAll(/^[\s"“”'«»,:;?!.-]+|[\s"“”'«»,:;?!.-]+$/g, '');
}
