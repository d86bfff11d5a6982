import type { Words } from './words.ts';

/** Words that hold a sentence together, that say no, all or only, and how an order is meant. */
export const sentenceWords = {
  glue: [
    `wich, whch, think, thinks, believe, reckon, a, an, the, this, that, these, those, of, in, on, at, to, for, from, by, with, and, is, are, was, were, be, been, am, do, does, did, has,
    have, had, it, its, it's, there, here, me, my, our, us, you, your, they, them, their, he, she, his, her, what, which, what's, whats, that's,
    can, could, would, will, whether, some, any, as, so, than, then, also, too, just, get, got, about, into, per, one, ones, s, going, go,
    we, i, i'm, i'd, i've, let's, let, well, very, still, currently, up, out, each, every, whole, entire, same, whose, those who, being, having, come, comes, came, type, types, kind, kinds, sort of, in force, apply, applies, became, become, becomes, because, get, gets, received, receive, gave, given, take place, took place, took, goes, went, there are, there were, look like, looks, called, named, exactly, precisely, ever, yet, already, again, please tell, actually, really, today's, so far, as well, and also, what about, how about, else, stand, stands, at present, these days, anyone, anybody, someone, somebody, happen to, been there, right, between, since, until, if any, tonight's, till, went, send, sends, sent, take, takes, taking, hold, holds, holding, run, runs, use, used, uses, using, try, tried, tries, own, owns, owned, belong, belongs, belonging, want, wants, wanted, anything, something, things, thing, stuff, likely, often, usually, normally, in there, sort, done with, them all, made by, made, build, built, built by, offer, offers, offered, supposed to, currently on, set up at, installed, standing, find out, please do, keep, keeps, kept, read, reads, work, works, ok with, side, part, possible, possibly, perhaps, maybe, roughly, approximately, about how, for the next, over the next, during the next, within the next, teh, hte, ideally, temporary, temporarily, start at, starting at, start from, after, before, through, during, around, within, over, versus`,
    `o, a, os, as, um, uma, uns, umas, de, do, da, dos, das, d, em, no, na, nos, nas, num, numa, ao, aos, para, pra, pro, por, pelo, pela, pelos,
    pelas, com, e, que, qual, quais, eu, me, meu, minha, meus, minhas, nosso, nossa, nossos, nossas, voce, voces, vc, vcs, vce, ele, ela, eles, elas,
    seu, sua, seus, suas, esse, essa, esses, essas, este, esta, estes, estas, isso, isto, aquele, aquela, dele, dela, deles, delas, nele, nela,
    estao, estava, estavam, esteve, ta, tao, foi, foram, ser, sao, era, eram, ser, estar, tem, temos, ha, havia, houve, existe, existem, tinha, ter,
    vai, vao, ir, la, ali, aqui, se, ja, ainda, tambem, entao, mesmo, so, algum, alguma, alguns, algumas, cada, todo dia que, cujo, cuja, oque, usa, usou, usam, usado, usada, usados, usadas, manda, mandou, mandam, mandando, roda, rodam, pertence, pertencem, dono, dona, alguma coisa, algo, coisa, coisas, provavel, provavelmente, com que frequencia, frequencia, normalmente, costuma, costumam, oferece, oferecem, trabalha, trabalham, talvez, mais ou menos, aproximadamente, cerca de, instalado, instalada, instalados, instaladas, quer, querem, tentou, tentaram, ler, le, la do, la da, fabricado, fabricada, fabricados, fabricadas, deles todos, dao, daria, dariam, comigo, por ai, hein, ne, entao, leva, levam, demora, aqui no, aqui na, so que, de novo, num,
    a gente, nos, sobre, ate, deu, fica, ficou, ficam, ficar, ficaram, tendo, sendo, via, entre, desde, depois, antes, durante, apos, a partir, a partir de, a partir das, por volta, posso, podemos, podem, possui, possuem, tipo, tipos, em vigor, vale, valem, valendo, vigente, vigentes, recebeu, receberam, recebe, porque, virou, veio, vem, deram, foram feitas, foram feitos, por parte, chamado, chamada, exatamente, realmente, mesma, mesmos, idealmente, temporari*, provisori*, pelos proximos, pela proxima, na proxima, pelas proximas, nos proximos, nas proximas, durante os proximos, durante as proximas, alguem, qualquer, quanto a, e quanto, no caso, la no, ontem mesmo, daquele, daquela, daqueles, nesse, nessa, neste, nesta, desse, dessa, deste, desta, pros, pras, pela, pelo, hoje mesmo, tudo isso, isso ai, ali no, trata, fosse, sera, serao, seria, seriam, somos, tanto, no periodo, periodo, tivemos, teve, tiveram, tive, estiver, estiverem, esteja, estejam, houver, houveram, seja, sejam, fez, fizemos, fizeram, faz, fazem, aconteceram, tido, feitas, feitos, feita, feito, estavam, havido, lo, lhe, ai, aquilo, outro, outra, dia, dias`,
  ],
  courtesy: [
    `please, i like, i love, pls, plz, kindly, thanks, thank you, thx, hi, hello, hey, good morning, good afternoon, good evening, ok, okay, sigec, if you can,
    if possible, don't forget to, do not forget to, be sure to, make sure to, make sure, if you could, if you please, you please, sorry, dear, mate, guys, folks, right, well, now then, quickly, real quick, i need, i want, i would like,
    i'd like, would like, want, need, we need, i need you, could you, can you, would you, want to know, like to know, wanna, i am looking for, i'm looking for,
    looking for, wonder, wondering, curious, let me know, know, tell, say, a look, take a look, have a look, look at, look, check, see, give, show, list, display, get me,
    find, find out, look up, search, search for, print, read, view, open up, bring up, pull up, fetch, report on, overview, summary, summarize, summarise, info, information, data, inform`,
    `por favor, gosto, gosto de, gosto da, gosto do, adoro, por gentileza, pfv, pf, faz favor, faz o favor, gentileza, obrigado, obrigada, valeu, oi, ola, ei, bom dia, boa tarde, boa noite, se puder, nao esqueca de, nao se esqueca de, nao deixe de, nao esquece de,
    se possivel, se der, se for possivel, quero, queria, queremos, gostaria, gostaria de, preciso, precisamos, preciso saber, quero saber, saber, pode, poderia, podes, consegue, conseguiria, me diga, me fala,
    me fale, diga, diz, dizer, fala, fale, falar, mostra, mostre, mostrar, mostra ai, lista, liste, listar, exiba, exibe, exibir, ver, veja, vejo, checa, checar, cheque, verifica,
    verifique, verificar, consulta, consulte, consultar, olha, olhe, olhar, da uma olhada, de uma olhada, busca, busque, buscar, procura, procure, procurar, procuro, procurando, buscando, acha, ache, achar, encontra, encontre,
    encontrar, traz, traga, trazer, passa, passe, me da, me de, da, de, informa, informe, informar, resumo, resumir, resuma, informacoes, informacao, dados, relacao, relacao de, sera, sera que, conta, me conta, abre a lista, puxa, puxe, levanta, levante`,
  ],
  asking: [
    'are there, is there, do we have, do you have, have you got, which of, who is, who are',
    'por acaso, algum dos, quais sao, qual e, qual a, qual o, quem e, quem sao, me mostra',
  ],
  not: [
    `not, no, never, couldn't, couldnt, could not, wouldn't, shouldn't, without, but the one, but the ones, but those, but that, but for, but not, save for, with the exception of, bar, leaving out, except, except for, excluding, excepting, besides, other than, but not, apart from, don't, dont, do not, doesn't, isn't, isnt, aren't, arent,
    wasn't, weren't, won't, didn't, hasn't, haven't, cannot, can't, cant, nor, neither, none, minus, everything but, all but, anything but, nobody, no one, nothing, rather than, instead of`,
    `nao, nunca, jamais, sem, mas nao, exceto, menos na, menos no, menos nas, menos nos, menos em, tirando, sem contar, com excecao dos, com excecao das, excluindo, excluido, menos o, menos a, menos os, menos as, salvo, fora o, fora a, fora os, fora as, tirando, com excecao de, com excecao do, com excecao da, a nao ser, que nao seja, que nao sejam, nem,
    nenhum, nenhuma, nada, ninguem, tudo menos, em vez de, ao inves de`,
  ],
  ending: [
    'ending, ending in, ending with, ends in, ends with, that ends in, last digits, last four',
    'final, com final, de final, terminado em, terminada em, terminados em, que termina em, que terminam em, termina em, ultimos digitos',
  ],
  or: ['or, either', 'ou'],
  if: [
    'if, unless, when, whenever, once, while, until, till, in case, as soon as, provided, after, before, as long as, should',
    'se, caso, quando, enquanto, ate que, assim que, a menos que, depois que, antes que, logo que, desde que, sempre que, devo, deveria, devemos',
  ],
  all: [
    'all, every, each, everything, everyone, both, whole network, network, fleet',
    'todos, todas, todo, toda, tudo, ambos, ambas, os dois, as duas, rede, frota, cada, geral',
  ],
  only: ['only, just, solely', 'so, somente, apenas, unicamente'],
  now: [
    'now, right now, currently, at the moment, at present, this moment, presently, live, immediately, right away, at once, asap, today still, straight away, urgently, urgent',
    'agora, neste momento, nesse momento, no momento, neste instante, nesse exato momento, neste exato momento, atualmente, ja, imediatamente, na hora, hoje em dia, atual, atuais, urgente, urgentemente',
  ],
  idle: [
    `but only when nobody is charging, only when nobody is charging, but only when it is free, only when it is free, but only when no one is charging, only when no one is charging, without cutting anyone off, without cutting anybody off, without ending the session, when it is free, when free, when idle, when it's free, when it is idle, once it is free, once it's free, when nobody is charging, once nobody is charging, when no one is charging, gracefully, softly, soft, on idle,
    when nobody's charging, when there is nobody charging, when there's nobody charging, when no car is charging, when it isn't charging, when it is not charging, when it's not in use, when it is not in use, when nobody is using it, when it becomes free, as soon as it is free, as soon as nobody is charging, without interrupting anybody, without interrupting anyone, without stopping anyone, when the session ends, after the session, after the session ends, when not in use`,
    `mas so quando estiver livre, so quando estiver livre, somente quando estiver livre, quando nao houver ninguem carregando, quando nao tiver ninguem carregando, quando nao houver ninguem usando, quando nenhum carro estiver carregando, quando nao houver carro carregando, quando nao tiver carro carregando, quando nao estiver carregando, quando nao estiver em uso, so quando nao houver ninguem carregando, mas so quando ninguem estiver carregando, so quando ninguem estiver carregando, sem derrubar a recarga, sem derrubar a sessao, sem interromper a recarga, sem interromper a sessao, sem encerrar a recarga, sem encerrar a sessao, sem parar a recarga, sem parar a sessao, quando estiver livre, quando ficar livre, assim que estiver livre, assim que ficar livre, quando ninguem estiver carregando, sem interromper ninguem, sem interromper, suavemente, suave, quando estiver ocioso,
    quando desocupar, quando estiver desocupado, quando terminar a sessao, quando a sessao terminar, quando acabar a sessao, depois da sessao, sem derrubar ninguem, quando estiver livre`,
  ],
  hard: [
    'hard, force, forced, forcefully, even if somebody is charging, even if someone is charging',
    'forcado, forcada, a forca, mesmo que alguem esteja carregando, mesmo com carro',
  ],
} as const satisfies Words;
