/**
 * The words of the trade, both languages side by side. A concept stands for a thing, a state, a wish or a way to ask; what it means in a request
 * is told by the requests. Phrases are parted by commas, a star stands for any ending, accents are left out. A word may belong to several concepts.
 */
export const lexicon = {
  // Words that hold a sentence together. They mean nothing by themselves.
  glue: [
    `a, an, the, this, that, these, those, of, in, on, at, to, for, from, by, with, and, is, are, was, were, be, been, am, do, does, did, has,
    have, had, it, its, it's, there, here, me, my, our, us, you, your, they, them, their, he, she, his, her, what, which, what's, whats, that's,
    can, could, would, will, whether, some, any, as, so, than, then, also, too, just, get, got, about, into, per, one, ones, s, going, go,
    we, i, i'm, i'd, i've, let's, let, well, very, still, currently, up, out, each, every, whole, entire, same, whose, those who, being, having, come, comes, came, type, types, kind, kinds, sort of, in force, apply, applies, became, become, becomes, because, get, gets, received, receive, gave, given, take place, took place, took, goes, went, there are, there were, look like, looks, called, named, exactly, precisely, ever, yet, already, again, please tell, actually, really, today's, so far, as well, and also, what about, how about, else, stand, stands, at present, these days, anyone, anybody, someone, somebody, happen to, been there, right, between, since, until, if any, tonight's, till, went, send, sends, sent, take, takes, taking, hold, holds, holding, run, runs, use, used, uses, using, try, tried, tries, own, owns, owned, belong, belongs, belonging, want, wants, wanted, anything, something, things, thing, stuff, likely, often, usually, normally, in there, sort, done with, them all, made by, made, build, built, built by, offer, offers, offered, supposed to, currently on, set up at, installed, standing, find out, please do, keep, keeps, kept, read, reads, work, works, ok with, side, part, possible, possibly, perhaps, maybe, roughly, approximately, about how, start at, starting at, start from, after, before, through, during, around, within, over, versus`,
    `o, a, os, as, um, uma, uns, umas, de, do, da, dos, das, d, em, no, na, nos, nas, num, numa, ao, aos, para, pra, pro, por, pelo, pela, pelos,
    pelas, com, e, que, qual, quais, eu, me, meu, minha, meus, minhas, nosso, nossa, nossos, nossas, voce, voces, vc, vcs, ele, ela, eles, elas,
    seu, sua, seus, suas, esse, essa, esses, essas, este, esta, estes, estas, isso, isto, aquele, aquela, dele, dela, deles, delas, nele, nela,
    estao, estava, estavam, esteve, ta, tao, foi, foram, ser, sao, era, eram, ser, estar, tem, temos, ha, havia, houve, existe, existem, tinha, ter,
    vai, vao, ir, la, ali, aqui, se, ja, ainda, tambem, entao, mesmo, so, algum, alguma, alguns, algumas, cada, todo dia que, cujo, cuja, oque, usa, usou, usam, usado, usada, usados, usadas, manda, mandou, mandam, mandando, roda, rodam, pertence, pertencem, dono, dona, alguma coisa, algo, coisa, coisas, provavel, provavelmente, com que frequencia, frequencia, normalmente, costuma, costumam, oferece, oferecem, trabalha, trabalham, talvez, mais ou menos, aproximadamente, cerca de, instalado, instalada, instalados, instaladas, quer, querem, tentou, tentaram, ler, le, la do, la da, fabricado, fabricada, fabricados, fabricadas, deles todos, comigo, por ai, hein, ne, entao, leva, levam, demora, aqui no, aqui na, so que, de novo, num,
    a gente, nos, sobre, ate, deu, fica, ficou, ficam, ficar, ficaram, tendo, sendo, via, entre, desde, depois, antes, durante, apos, a partir, a partir de, a partir das, por volta, posso, podemos, podem, possui, possuem, tipo, tipos, em vigor, vale, valem, valendo, vigente, vigentes, recebeu, receberam, recebe, porque, virou, veio, vem, deram, foram feitas, foram feitos, por parte, chamado, chamada, exatamente, realmente, mesma, mesmos, alguem, qualquer, quanto a, e quanto, no caso, la no, ontem mesmo, daquele, daquela, daqueles, nesse, nessa, neste, nesta, desse, dessa, deste, desta, pros, pras, pela, pelo, hoje mesmo, tudo isso, isso ai, ali no, trata, fosse, sera, serao, seria, seriam, somos, tanto, no periodo, periodo, tivemos, teve, tiveram, tive, estiver, estiverem, esteja, estejam, houver, houveram, seja, sejam, fez, fizemos, fizeram, faz, fazem, aconteceram, tido, feitas, feitos, feita, feito, estavam, havido, lo, lhe, ai, aquilo, outro, outra, dia, dias`,
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
    verifique, verificar, consulta, consulte, consultar, olha, olhe, olhar, da uma olhada, de uma olhada, busca, busque, buscar, procura, procure, procurar, procuro, acha, ache, achar, encontra, encontre,
    encontrar, traz, traga, trazer, passa, passe, me da, me de, da, de, informa, informe, informar, resumo, resumir, resuma, informacoes, informacao, dados, relacao, relacao de, sera, sera que, conta, me conta, abre a lista, puxa, puxe, levanta, levante`,
  ],
  asking: [
    'are there, is there, do we have, do you have, have you got, which of, who is, who are',
    'por acaso, algum dos, quais sao, qual e, qual a, qual o, quem e, quem sao, me mostra',
  ],
  not: [
    `not, no, never, without, but the one, but the ones, but those, but that, but for, but not, save for, with the exception of, bar, leaving out, except, except for, excluding, excepting, besides, other than, but not, apart from, don't, dont, do not, doesn't, isn't, isnt, aren't, arent,
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
    `when it is free, when free, when idle, when it's free, when it is idle, once it is free, once it's free, when nobody is charging, once nobody is charging, when no one is charging, gracefully, softly, soft, on idle,
    when it becomes free, as soon as it is free, as soon as nobody is charging, without interrupting anybody, without interrupting anyone, without stopping anyone, when the session ends, after the session, after the session ends, when not in use`,
    `quando estiver livre, quando ficar livre, assim que estiver livre, assim que ficar livre, quando ninguem estiver carregando, sem interromper ninguem, sem interromper, suavemente, suave, quando estiver ocioso,
    quando desocupar, quando estiver desocupado, quando terminar a sessao, quando a sessao terminar, quando acabar a sessao, depois da sessao, sem derrubar ninguem, quando estiver livre`,
  ],
  hard: [
    'hard, force, forced, forcefully, even if somebody is charging, even if someone is charging',
    'forcado, forcada, a forca, mesmo que alguem esteja carregando, mesmo com carro',
  ],

  // Ways to ask.
  count: [
    'how many, number of, count, the number of, total number of',
    'quantos, quantas, numero de, quantidade de, a quantidade de, contagem, conta quantos',
  ],
  howmuch: [
    'how much, total, sum, in total, overall, altogether',
    'quanto, quanta, total, soma, ao todo, no total, somando, totais',
  ],
  why: [
    'why, how come, reason, reasons, cause, causes, what caused, explain, explanation, due to what, because of what',
    'por que, porque, por qual motivo, motivo, motivos, razao, causa, causas, pq, explica, explique, explicar, a que se deve, o que causou',
  ],
  who: ['who, whom, whose, who has, by whom', 'quem, de quem, por quem'],
  when: [
    'when, since when, what time, how long ago, at what time, how long',
    'quando, desde quando, que horas, a que horas, ha quanto tempo, quanto tempo, em que dia, por quanto tempo',
  ],
  where: ['where, in which place, at which place', 'onde, aonde, em que lugar, em qual lugar, em que local, em que'],
  how: [
    "how is, how are, how's, how, how about, status, state, condition, doing, health",
    'como esta, como estao, como vai, como anda, como ta, como, status, estado, situacao, andamento, saude',
  ],
  latest: [
    'last, latest, most recent, newest, recent, past, previous',
    'ultimo, ultima, ultimos, ultimas, mais recente, mais recentes, recente, recentes, anterior',
  ],
  first: ['first, top, 1st', 'primeiro, primeira, primeiros, primeiras'],
  compare: [
    'compare*, comparison, versus, vs, against, difference, differences, compared, compared with, compared to, side by side',
    'compar*, versus, contra, diferenca, diferencas, em relacao a, lado a lado, em comparacao',
  ],
  most: [
    'most, highest, biggest, largest, best, maximum, longest, busiest, more than any other, top',
    'mais, maior, maiores, melhor, melhores, maximo, maxima',
  ],
  least: [
    'least, lowest, smallest, worst, minimum, fewest, shortest',
    'menos, menor, menores, pior, piores, minimo, minima',
  ],
  history: [
    'history, timeline, chronology, log of events, what has been going on, been up to',
    'historico, linha do tempo, cronologia',
  ],
  happened: [
    "what's up with, up with, happened, happen, happening, been happening, went on, going on, wrong, what happened, occurred, went wrong, the matter, events, event, incident, incidents",
    'aconteceu, acontecendo, houve, ocorreu, ocorrido, rolou, passou, deu errado, eventos, evento, ocorrencias, incidente, incidentes, errado, se passa',
  ],
  trouble: [
    `problem*, issue*, trouble*, diagnos*, troubleshoot*, investigate*, stuck, hang*, frozen, crash*, fail*, broke, stopped working, not working, doesn't work, isn't working, not charging, won't charge, isn't charging, doesn't charge, keeps dropping, keeps disconnecting, disconnecting, keeps restarting, keeps going offline, analyse, analyze, root cause, malfunction*, not responding, doesn't respond, acting up, stopped charging`,
    `problema*, diagnostic*, diagnostiqu*, investig*, travad*, travou, caiu, caindo, congelad*, quebrou, quebraram, falhou, falharam, falhando, pifou, nao funciona, nao esta funcionando, parou de funcionar, nao carrega, nao esta carregando, parou de carregar, nao responde, nao liga, analisa, analise, analisar, pane, fica caindo, fica reiniciando, deu pau, deu ruim, deu problema, deu erro`,
  ],
  details: [
    'detail*, more about, everything about, particulars, tell me more, in depth, full info, info on',
    'detalh*, mais sobre, tudo sobre, ficha, ficha completa, mais informacoes',
  ],
  more: [
    'more, next, next page, further, the rest, more of them, show more, continue, others, keep going',
    'mais, proxima pagina, proximos, proximas, o resto, mostra mais, mostre mais, outros, outras, continua, continue',
  ],
  help: [
    'help, what can you do, what can i ask, what can i say, what do you understand, how do you work, what are you able to do, who are you, what are you, what do you do',
    'ajuda, socorro, o que voce faz, o que voce sabe fazer, o que voce pode fazer, o que posso perguntar, o que posso pedir, o que voce entende, como voce funciona, quem e voce, o que voce consegue fazer, o que voce sabe, o que vc faz',
  ],

  // The network.
  station: [
    'station*, charger*, charge point*, chargepoint*, charging station*, charging point*, ev charger*, wallbox*, charging network, unit, units, cp',
    'estacao, estacoes, estacao de recarga, estacoes de recarga, estacao de carregamento, carregador*, ponto de recarga, pontos de recarga, ponto de carregamento, pontos de carregamento, pontos de carga, ponto de carga, ponto, pontos, eletroposto*, totem, totens, posto, postos, posto de recarga, postos de recarga, aparelho, equipamento, equipamentos',
  ],
  connector: [
    'connector*, plug, plugs, evse*, outlet*, socket*, port, ports, cable*, bay*, spot*, charging spot*, gun*, lock',
    'conector*, plugue*, tomada*, vaga*, cabo*, porta, portas, saida, saidas, pistola*, bico*, trava',
  ],
  site: [
    'site*, location*, location list, place*, branch*, depot*, hub*, garage*, building*, parking lot*, car park*',
    'local, locais, unidade*, filial, filiais, patio*, garagem, garagens, predio*, estacionamento*, lugar, lugares, sites',
  ],
  session: [
    'session*, transaction*, charging session*, charge, charges, charging process*, recharge*, charged',
    'sessao, sessoes, transacao, transacoes, recarga*, carregamento*, carga, cargas, carregou, carregaram',
  ],
  charging: [
    'charging, plugged in, being charged, in use, busy, occupied, taken, used, charge',
    'carregando, em uso, ocupad*, em carga, plugad*, conectado ao carro, usando, sendo usad*, abastecendo, carregar, carregue, carrego, recarregar, recarregue, recarrego',
  ],
  car: ['car, cars, vehicle*, ev, evs, auto, autos', 'carro*, veiculo*, automovel, automoveis'],
  card: [
    'card*, rfid*, tag*, token*, id tag*, fob*, badge*, rfid card*',
    'cartao, cartoes, tag*, crach*, chaveiro*, token*, cartao rfid, cartoes rfid',
  ],
  driver: ['driver*, customer*, client*, user*, people, person', 'motorista*, condutor*, cliente*, usuari*, pessoa*'],
  reservation: ['reservation*, booking*, reserved, booked', 'reserva, reservas, reservad*, agendamento*'],
  tariff: [
    'tariff*, price list*, rate, rates, pricing, price*, fee*, price per kwh, what do we charge, kwh price',
    'tarifa*, preco*, tabela de preco, tabela de precos, valor, valores, preco do kwh, cobramos, cobrado, cobrada',
  ],
  cost: [
    'cost*, bill*, invoice*, paid, pay, charge for',
    'custo*, custa, custou, custaram, custaria, conta, contas, fatura*, pago, pagou, pagar, cobranca*',
  ],
  proposal: [
    'proposal*, approval*, pending approval, waiting for approval, awaiting approval, to approve, waiting for me, to be approved, waiting for a decision, waiting for my approval, waits for approval, waits for me, needs approval, need approval',
    'proposta*, aprovacao, aprovacoes, pendencia*, espera aprovacao, esperando aprovacao, aguardando aprovacao, para aprovar, pra aprovar, a aprovar, esperando minha aprovacao, aguardando minha aprovacao',
  ],
  setting: [
    'setting*, configuration*, config, parameter*, variable*, configuration key*, configured, set to',
    'configurac*, parametro*, variave*, ajustes, config, chave de configuracao, configurado, configurada',
  ],
  settingname: [
    'heartbeat, heartbeat interval, interval, sample interval, meter value interval, meter values interval, metering interval, timeout, connection timeout, ping interval, websocket ping interval, retries, number of connectors',
    'heartbeat, intervalo de heartbeat, intervalo do heartbeat, intervalo, intervalo de medicao, intervalo de amostragem, tempo limite, timeout, intervalo de ping, numero de conectores',
  ],
  often: [
    'how often, how frequently, at what interval',
    'com que frequencia, de quanto em quanto tempo, a cada quanto tempo',
  ],
  messagename: [
    'heartbeat*, boot notification*, bootnotification*, boots, status notification*, statusnotification*, meter value*, metervalue*, meter reading*, reading*, authorize request*, data transfer*, notification*',
    'heartbeat*, boot notification*, bootnotification*, status notification*, statusnotification*, meter value*, metervalue*, medicao, medicoes, leitura*, notificac*, valores do medidor',
  ],
  firmware: [
    'firmware*, software version, version, versions, software',
    'firmware*, versao, versoes, versao de software, software',
  ],
  security: ['security', 'seguranca'],
  logs: [
    'log, logs, diagnostics, diagnostic, diagnostics file, log file*, diagnostics log, security log',
    'log, logs, diagnosticos, arquivo de diagnostico, arquivo de log, registros de log, log de seguranca',
  ],
  message: [
    'message*, ocpp message*, frame*, raw message*, ocpp traffic, traffic, ocpp, raw, log of messages, conversation',
    'mensage*, mensagens ocpp, quadro*, trafego, trafego ocpp, ocpp, cru, crua, cruas, brut*',
  ],
  command: [
    'command*, order*, what was asked, asked of, did we send, sent to, instructions, commanded',
    'comando*, ordem, ordens, o que foi pedido, foi pedido, pedidos, enviados',
  ],
  certificate: ['certificate*, cert, certs, tls certificate*', 'certificado*'],
  contract: [
    'contract*, plug and charge, plug & charge, plug charge, iso 15118',
    'contrato*, plug and charge, plug & charge',
  ],
  events: ['event*, ledger, ledger events', 'evento*, livro razao, registro de eventos'],
  outage: [
    'outage*, been down, was down, were down, downtime*, interruption*, blackout*',
    'queda, quedas, interrupc*, indisponibilidades, parada, paradas, apagao, apagoes',
  ],
  limits: [
    'limit*, power limit*, charging profile*, profile*, cap, caps, restriction*, throttl*',
    'limite*, perfil de carga, perfis de carga, perfil, perfis, restric*, teto',
  ],
  plan: [
    'charging plan*, who charges when, who will charge when, which car charges when, plan, plans, planned, schedule*, smart charging, energy plan*, load plan*',
    'plano*, quem carrega quando, quem vai carregar quando, planejad*, planejamento, plano de recarga, plano de carga, programacao, carregamento inteligente, recarga inteligente, agenda',
  ],
  power: [
    'power, max power, maximum power, wattage, current, amperage, load, demand',
    'potencia, corrente, carga eletrica, demanda, amperagem',
  ],
  expiring: ['expire*, expiring, expiry, soon, about to expire, run out', 'venc*, expir*, em breve, logo, a vencer'],
  setup: ['set up, create, make, add', 'crie, cria, criar, configure, configurar, monte, montar'],
  finding: ['finding*, foreseen failure*', 'achado*, constatac*, falha* prevista*'],
  found: ['found, discovered', 'encontrad*, descobert*'],
  health: ['health', 'saude'],
  execute: ['run, execute, carry out', 'execut*, rode, rodar'],
  closing: ['close*', 'fech*, encerr*'],
  truealarm: ['true alarm, a true alarm, real alarm', 'alarme verdadeiro, alarme real'],
  falsealarm: ['false alarm, a false alarm', 'alarme falso, falso alarme'],
  playbook: ['playbook*, remediation*, repair steps', 'roteiro*, roteiro de reparo, passos de reparo, playbook*'],
  ticket: ['ticket*, work order*', 'chamado*, ordem de servico, ordens de servico, ticket*'],
  campaign: ['campaign*, rollout*', 'campanha*'],
  image: ['image*', 'imagem, imagens'],
  letin: [
    'let, allow, permit, authorize, authorise, let in',
    'deixe, deixa, deixar, permita, permite, permitir, libere, libera, liberar, autorize, autoriza, autorizar',
  ],
  lostcard: [
    'lost, lost her card, lost his card, lost their card, lost it, stolen, was stolen, went missing, missing, misused, found again, turned up',
    'perdeu, perdeu o cartao, perdido, perdida, foi perdido, roubado, roubada, furtado, furtada, roubaram, furtaram, extraviado, sumiu, achou, apareceu',
  ],
  grid: [
    'grid operator, the grid operator wants, the grid operator, grid, utility, dso, network operator',
    'distribuidora, operadora da rede, concessionaria, rede eletrica',
  ],
  pause: ['pause*', 'paus*'],
  resume: ['resume*', 'retom*'],
  ahead: ['next, soon, fail, break, will', 'em breve, falhar, quebrar, vai falhar, vao falhar, proxima, proximo'],
  rule: ['rule*, automation*, draft, draft a rule', 'regra*, automac*, rascunh*'],
  refusal: [
    "refus*, reject*, denied, deny, denial*, declin*, turned away, not accepted, not authorized, not authorised, not allowed, unauthorized, unauthorised, wasn't accepted, weren't accepted",
    'recus*, rejeit*, negad*, negou, negaram, barrad*, nao aceit*, nao autorizad*, nao foi aceit*, nao passou',
  ],
  may: [
    'may, allowed, would be accepted, be accepted, accepted, can charge, able to charge, permitted, authorized, authorised, be able to, work at, works at, valid',
    'pode carregar, seria aceito, aceito, aceita, aceitaria, permitido, autorizado, autorizada, consegue carregar, funciona no, funciona na, valido, poderia carregar, liberado para, podem carregar',
  ],
  attention: [
    `attention, anything i should know, should i know, anything broken, everything all right, everything alright, all good, everything in order, anything to worry about, anything to do, need to look at, look at first, do first, deal with first, most important, going wrong, wrong right now, needs my attention, need attention, needs attention, what should i do, what should i look at, what should i do first, urgent matters, to do, todo, what's wrong, anything wrong, is everything ok, is everything okay, is everything fine, is all well, how is everything, how are things, how's everything, what is urgent, most urgent, priorities, what needs doing, anything urgent, worry about, should i worry, needs action, needs me, alerts, alert, alarms`,
    `atencao, algo quebrado, tudo em ordem, ta tudo certo, tem algo que eu deva saber, deva saber, devo saber, olhar primeiro, ver primeiro, fazer primeiro, resolver primeiro, mais importante, mais importantes, tudo funcionando, algo de errado, dando problema, precisa de atencao, precisa da minha atencao, pede atencao, exige atencao, o que devo fazer, o que fazer primeiro, tudo bem, tudo certo, esta tudo ok, tudo ok, como estao as coisas, como esta tudo, mais urgente, urgencias, prioridades, pendencias urgentes, algo errado, alguma coisa errada, preocupar, me preocupar, precisa de mim, alertas, alerta, alarmes, o que esta pegando`,
  ],

  // States.
  faulted: [
    'fault*, faulty, broken, error*, in error, defective, damaged, out of order, failing, failed, malfunctioning, with problems, with issues, not working, have problems, has problems, in fault',
    'falha*, com falha, em falha, defeito*, com defeito, defeituos*, quebrad*, erro*, com erro, em erro, avariad*, pifad*, estragad*, danificad*, nao funcionam, nao estao funcionando, com problema, com problemas',
  ],
  offline: [
    'offline, off line, disconnected, unreachable, down, lost contact, lost connection, no connection, no contact, not connected, not online, dead, silent, without connection, without contact',
    'offline, off line, desconectad*, fora do ar, sem conexao, sem comunicacao, sem contato, sem sinal, sem internet, inacessive*, nao conectad*, nao online, caid*, desligad*, sem rede, mudo, mudos, perdeu contato, perderam contato, perdeu a conexao, perderam a conexao',
  ],
  online: [
    'online, on line, connected, are up, is up, up and running, working, reachable',
    'online, on line, conectad*, no ar, funcionando, ligad*, operando, operante*',
  ],
  free: [
    'free, available, idle, unoccupied, vacant, empty, unused, open',
    'livre*, disponive*, desocupad*, ocios*, vazi*, vago, vagos, sem uso',
  ],
  unavailable: [
    'unavailable, out of service, inoperative, disabled, under maintenance, in maintenance, not available, out of use, out of operation',
    'indisponive*, fora de servico, fora de operacao, fora de uso, inoperante*, em manutencao, desativad*, desabilitad*, inativ*, nao disponive*',
  ],
  waiting: [
    'waiting, pending, that is waiting, new, new one, knocking, not accepted yet, to be accepted, unknown station*, unaccepted, new stations, trying to connect, waiting to be accepted, waiting for acceptance',
    'pendente*, esperando, aguardando, a ser aceit*, nao aceitas, nao aceitos, novo, nova, novos, novas, desconhecid*, tentando conectar, querendo entrar, tentando entrar',
  ],
  blocked: ['blocked, banned, deactivated, suspended', 'bloquead*, banid*, suspens*'],
  running: [
    'running, active, ongoing, in progress, open, underway',
    'em andamento, ativ*, abert*, em curso, rodando, acontecendo agora, correndo',
  ],
  ended: [
    'ended, finished, completed, closed, over, done',
    'encerrad*, finalizad*, terminad*, concluid*, acabad*, fechad*, acabou, terminou',
  ],
  odd: [
    'odd, strange, flagged, suspicious, unusual, anomal*, weird, suspect, implausible',
    'estranh*, suspeit*, esquisit*, anomal*, com problema, sinalizad*, incomum, incomuns, fora do normal',
  ],

  // Measures.
  energy: [
    'energy, meter value*, meter reading*, kwh, mwh, consumption, electricity, consumed, kilowatt hours, delivered, dispensed',
    'energia, medicao, medicoes, leitura*, medidor, valores do medidor, kwh, mwh, consumo, eletricidade, consumid*, entreg*, consumiu, consumimos, gast*',
  ],
  revenue: [
    'revenue*, income, brought in, bring in, took in,  earnings, earn, earned, sales, turnover, takings, made, make, money, billed, billing, sell, sold, profit, invoiced, cash',
    'receita*, faturamento, faturou, faturamos, faturaram, fatur*, vendas, vendemos, vendeu, arrecad*, ganhamos, ganhou, ganho, dinheiro, lucro, lucrou, lucramos, rendeu, entrou, grana',
  ],
  uptime: [
    'uptime, availability, reliability, sla, up time, time online',
    'disponibilidade, uptime, tempo no ar, tempo de atividade, confiabilidade, sla, tempo online, tempo disponivel',
  ],
  usage: ['utilization, utilisation, usage, occupancy', 'utilizacao, ocupacao, taxa de uso, uso'],
  report: ['report*, statistics, stats, figures, numbers', 'relatorio*, estatistica*, numeros, balanco'],
  by: [
    'by station, per station, by site, per site, by driver, per driver, by day, per day, daily, by month, per month, monthly, by tariff, per tariff, each station, each day, each site, broken down by, grouped by',
    'por estacao, por carregador, por local, por site, por motorista, por dia, por mes, por tarifa, diario, diaria, mensal, por unidade, por cliente',
  ],

  // Changes.
  start: [
    'start*, let, begin, initiate, launch, authorize, authorise, kick off',
    'inici*, comec*, dispar*, libera a recarga, libere a recarga, dar inicio, autoriz*',
  ],
  stop: [
    'stop*, end, halt, terminate, abort, finish, cut, interrupt',
    'pare, para, parar, encerr*, interromp*, termin*, finaliz*, cort*, derrub*, parou',
  ],
  reset: ['restart*, reset*, reboot*, power cycle', 'reinici*, reset*, reboot*'],
  unlock: [
    'unlock*, release, open, free it, free the cable, free the plug, free the connector, let it go, let go of',
    'destrav*, destranc*, solt*, liber*, abr*',
  ],
  block: [
    'block, blocks, ban, deactivate, suspend, blacklist, revoke, invalidate',
    'bloqueia, bloqueie, bloquear, bloqueio, bloquea, bloqueiem, suspenda, suspende, suspender, desativ*, revog*, invalid*, inativ*',
  ],
  unblock: [
    'unblock, unban, reactivate, reallow, restore',
    'desbloqueia, desbloqueie, desbloquear, desbloqueio, desbloquea, reativ*',
  ],
  disable: [
    'disable, close, shut, shut down, put, take, set, mark, take out, place, make, unavailable',
    'desativ*, desabilit*, coloc*, coloque, ponha, poe, tir*, deix*, marc*, marque, retir*, indisponibiliz*, inativ*, torn*, bota, bote',
  ],
  enable: [
    'enable, activate, re-enable, reenable, bring back, put, return, reopen, open again, back, into service, in service, in operation, available again, make, bring, available, again, operative',
    'ativ*, reativ*, habilit*, reabilit*, coloc*, coloque, volt*, de volta, em servico, em operacao, pra funcionar, para funcionar, a funcionar, disponibiliz*, ponha, no ar, novo, disponivel, retorn*, funcionamento, de novo',
  ],
  service: [
    'service, operation, use, maintenance, order, offline, unavailable, inoperative',
    'servico, operacao, uso, manutencao, ar, indisponivel, inoperante, funcionamento',
  ],
  limit: [
    "limit, exceed, shouldn't exceed, must not exceed, should not exceed, may not exceed, not more than, no more than, cap, throttle, restrict, reduce, lower, raise, increase, set, drop, turn down",
    'limit*, restrinj*, reduz*, baix*, diminu*, aument*, ajust*, defin*, coloc*, coloque, ponha, deix*, suba, subir, mud*, fix*, configure, configura, configurar',
  ],
  clear: [
    'clear, remove, delete, take away, lift, drop, undo, get rid of, take off, away',
    'remov*, limp*, tir*, apag*, retir*, exclu*, desfa*, cancel*',
  ],
  fullpower: [
    'full power, no limit, unlimited, without limit',
    'potencia maxima, potencia total, sem limite, sem limites, potencia plena',
  ],
  reserve: ['reserve, book, hold, keep, save', 'reserv*, guard*, segura, segure, segurar, agend*'],
  cancel: [
    'cancel*, call off, give back, drop, withdraw, take back, undo',
    'cancel*, desfaz*, desmarc*, retira, retire, anul*',
  ],
  accept: [
    'accept, accepts, admit, let in, let into, adopt, welcome, approve',
    'aceite, aceita, aceitar, admit*, deixa entrar, deixe entrar, aprove, aprova, aprovar',
  ],
  priority: [
    'priority, prioritise, prioritize, first in line, ahead of the others, before the others',
    'prioridade, prioriz*, preferencia, na frente dos outros',
  ],
  stuck: ['stuck, jammed, trapped', 'pres*, emperrad*, entalad*, engatad*'],
  full: ['full, fully, fully charged', 'cheio, cheia, completo, completa, totalmente'],
  tonight: ['tonight, next hours, coming hours', 'hoje a noite, esta noite, proximas horas'],
  aftertomorrow: ['day after tomorrow, the day after tomorrow', 'depois de amanha'],
  tomorrow: ['tomorrow, tomorrow morning, tomorrow evening', 'amanha, amanha de manha, amanha cedo, amanha a noite'],
  update: ['update*, upgrade*, install, flash, upload new', 'atualiz*, instal*, upgrade'],
  change: [
    'change, set, modify, adjust, alter, edit, put, turn, make, paint, raise, lower, increase, decrease',
    'mud*, pint*, aument*, diminu*, baix*, abaix*, sub*, deix*, poe, ponha, bota, bote, alter*, ajust*, defin*, configure, configura, configurar, troc*, coloc*, coloque, modific*',
  ],
  assign: [
    'assign, apply, use, give, attach, link',
    'atribu*, aplic*, vincul*, use, usar, usa, associ*, dar, coloc*, coloque',
  ],
  revoke: ['revoke*, withdraw, invalidate', 'revog*, invalid*'],
  correct: [
    'correct*, refund*, credit, adjust, give back, reimburse',
    'corrij*, corrig*, correc*, reembols*, estorn*, devolv*, credit*, ajust*',
  ],
  exclude: [
    "exclude, not count, don't count, leave out, discount, ignore",
    'exclu*, desconsider*, nao contar, nao conte, descont*, ignor*',
  ],
  ask: [
    'ask*, request*, have it tell, refresh, fresh, poll, download, grab, pull, upload, send, retrieve, query',
    'peca, pede, pedir, baix*, puxe, solicit*, requisit*, envi*, mand*, perguntar, pergunte, atualiz*, sobe, suba',
  ],
  need: [
    'must be, needs to be, need to be, need, needs, wants, wants to have, should be, has to be, have to be, must, ready, full, charged, fully charged, leave, leaves, leaving, departs, until, percent, battery',
    'tem que estar, tem de estar, precisa estar, precisa de, precisam de, precisam, precisam estar, deve estar, devem estar, precisa, pronto, pronta, cheio, cheia, carregad*, sai, saio, sair, bateria, por cento, ate, esteja, deve, antes',
  ],
  slow: [
    'slow*, so little, low power, taking so long, takes so long, long',
    'devagar, lent*, demorando, pouca potencia, tao pouco, potencia baixa, demora',
  ],
  done: [
    'be done, done, finished, be ready, ready, finish, full, charged, complete, be full, be charged',
    'pronto, pronta, terminar, termina, acabar, acaba, cheio, cheia, carregad*, terminara, concluir, completo',
  ],
  lost: [
    'lost contact, lost connection, lose contact, loses contact, lose connection, went offline, go offline, goes offline, dropped, disconnect*, drop*',
    'perderam contato, perdeu contato, perderam conexao, perder contato, perderem contato, perderam o contato, perderam a conexao, cairam, caem, cair, ficaram offline, ficou offline, ficarem offline, desconect*, caiu',
  ],
  times: ['times, time, twice, once, thrice, or more, more than, at least', 'vez, vezes, ou mais, mais de, pelo menos'],
  every: [
    'every night, every day, every hour, nightly, daily, hourly, each night, each day, each hour, every morning',
    'toda noite, todas as noites, todo dia, todos os dias, a cada hora, toda hora, diariamente, cada noite, toda madrugada, todas as madrugadas, de hora em hora, cada hora, cada dia, a cada noite',
  ],
  supposed: [
    'what if, had only, only had, suppose, supposing, would be, would happen, would change, would look, could only, could only draw, were limited, was limited',
    'e se, tivesse, fosse, suponha, supondo, so tivesse, aconteceria, mudaria, ficaria, seria, pudesse, se limitassemos, se limitasse',
  ],

  // The rest of what the packs offer.
  tool: ['tool*, function*, capabilit*', 'ferramenta*, funcao, funcoes, recurso*'],
  theme: ['theme, dark, dark mode, light mode, light theme', 'tema, escuro, claro, modo escuro, modo claro'],
  device: ['device*, gadget*, esp32, accessory, accessories', 'dispositivo*, aparelho*, acessorio*'],
  light: ['light*, lamp*, led*, bulb*, lighting', 'luz, luzes, lampada*, led*, iluminac*'],
  speaker: [
    'volume, sound, speaker*, loudness, louder, quieter',
    'volume, som, alto falante*, caixa de som, mais alto, mais baixo',
  ],
  brightness: ['brightness, dim, brighter, darker', 'brilho, intensidade, claridade'],
  screen: ['screen*, display*, panel*, monitor*', 'tela*, display*, painel, paineis, visor*, monitor*, totem, totens'],
  say: [
    'write, show the text, display the text, text, message, saying, put up, post, words',
    'escrev*, mostra o texto, texto, mensagem, exiba o texto, dizendo, aviso, palavras',
  ],
  gate: ['gate*, barrier*, door*, bollard*', 'portao, portoes, cancela*, barreira*'],
  on: ['turn on, switch on, on, light up, light, turn it on, power on, put on', 'liga, ligue, ligar, acend*, ativ*'],
  off: ['turn off, switch off, off, shut off, turn it off, power off, put out', 'deslig*, apag*, desativ*'],
  colour: ['colour*, color*', 'cor, cores'],
  photo: ['photo*, picture*, camera*, snapshot*', 'foto*, camera*, imagem, imagens'],
  battery: ['battery, battery level', 'bateria, nivel da bateria'],

  vehicle: [
    'car, cars, vehicle*, automobile*, used car*, auto, suv*, sedan*, hatch*, pickup*, pick up*, truck*',
    'carro*, veiculo*, automovel, automoveis, seminov*, suv*, sedan*, seda, sedas, hatch*, picape*, caminhonete*, utilitario*',
  ],
  sale: [
    'for sale, buy, buying, purchase, sell, stock, in stock, sale, offer, used, selling',
    'a venda, comprar, compra, vender, vendem, vende, estoque, em estoque, usad*, seminov*, venda, oferta*',
  ],
  brand: ['brand*, make, makes, manufacturer*, maker*', 'marca*, montadora*, fabricante*'],
  model: ['model, models', 'modelo*'],
  fuel: ['fuel*, fuel type*', 'combustive*, tipo de combustivel, tipos de combustivel'],
  transmission: ['transmission*, gearbox*, gear box*, gears', 'transmissao, transmissoes, cambio*'],
  body: ['body, bodies, body type*, body style*', 'carroceria*, tipo* de carroceria'],
  doors: ['doors, number of doors, door', 'portas, numero de portas, porta, numeros de portas'],
  year: [
    'year*, model year*, or newer, or later',
    'ano, anos, ano modelo, ou mais novo, ou mais novos, ou mais nova, ou mais novas, ou mais recente',
  ],
  mileage: [
    'mileage*, km, kilometres, kilometers, kms, odometer',
    'quilometragem, quilometragens, km, quilometros, rodad*',
  ],
  ability: [
    'what can, can do, able to do, capable of',
    'o que faz, o que consegue, consegue fazer, pode fazer, sabe fazer, o que sabe, o que pode',
  ],
  day: ['day, days, weekday, weekdays', 'dia, dias'],
  month: ['month, months', 'mes, meses'],
  oldest: ['oldest, older, least recent', 'mais velh*, mais antig*'],
  range: [
    'range*, from what to what, between what, minimum and maximum, cheapest and most expensive, oldest and newest',
    'faixa*, intervalo, minimo e maximo, menor e maior, varia, variam',
  ],
  cheap: [
    'cheap*, inexpensive, affordable, lowest price, least expensive',
    'barat*, em conta, menor preco, mais em conta',
  ],
  expensive: ['expensive, most expensive, dearest, pricey, priciest', 'caro, cara, caros, caras, mais caro, mais cara'],
  newest: ['newest, newer, latest model, most recent, recent', 'mais nov*, mais recente*, recente*'],
  import: [
    'import, imports, add, load, put on sale',
    'importa, importe, importar, adicion*, carregue, carrega, cadastr*, inclu*',
  ],

  reach: ['range, reach, driving range', 'autonomia, alcance'],
  brandname: [
    'volkswagen*, vw, volks, chevrolet*, chevy, gm, mercedes*, mercedes benz, chery, caoa chery, citroen*, land rover*, fiat*, ford*, honda*, toyota*, hyundai*, renault*, nissan*, jeep*, peugeot*, kia*, volvo*, mitsubishi*, tesla*, porsche*, audi*, suzuki*, subaru*, lexus, byd, gwm, bmw, jac, ram',
    '',
  ],
  modelname: [
    'gol, polo, golf, virtus, nivus, tiguan, onix, tracker, cruze, spin, uno, argo, mobi, toro, strada, cronos, pulse, ka, ecosport, ranger, fiesta, civic, fit, corolla, yaris, hilux, etios, creta, tucson, kwid, sandero, duster, logan, kicks, versa, leaf, compass, renegade, commander, dolphin, seal, yuan, ora, haval, zoe, ioniq, kona, taycan, sportage, tiggo, outlander',
    '',
  ],
  colourname: [
    'white, black, silver, grey, gray, red, blue, green, yellow, orange, brown, beige, gold, golden',
    'branc*, pret*, prata*, pratead*, cinza*, vermelh*, azul, azuis, verde*, amarel*, laranja*, marrom, marrons, bege*, dourad*',
  ],
  fuelname: [
    'electric*, evs, ev, hybrid*, plug in hybrid*, plug in, flex, gasoline, petrol, gas, diesel, ethanol',
    'eletric*, hibrid*, hibrido plug in, gasolina, diesel, etanol, alcool, a gasolina, a diesel, a alcool, gnv',
  ],
  gearname: ['automatic*, manual, stick, automated, cvt', 'automatic*, manual, manuais, automatizad*, cvt'],
  price: [
    'cost, costs, price*, budget, worth, at most, up to, under, below, less than, fewer than, over, above, more than, at least, between, from, maximum, minimum, cheaper than, within',
    'ate, preco*, valor, orcamento, no maximo, menos de, abaixo de, acima de, mais de, a partir de, entre, no minimo, pelo menos, custando, faixa, mais barato que',
  ],
  condition: [
    'new, brand new, used, second hand, good, nice, family',
    'novo, nova, novos, novas, zero km, 0 km, usad*, seminov*, bom, boa, bons, familia',
  ],
  finance: [
    'finance*, financing, down, down payment, installment*, instalment*, monthly payment*, loan',
    'financi*, parcel*, prestac*, entrada',
  ],
  interest: [
    'interest, a month, a year, per month, per year, monthly, yearly, sac',
    'juros, ao mes, ao ano, por mes, por ano, mensal, mensais, anual, anuais, sac',
  ],
  about: ['about, on, by, titled, called, named', 'sobre, a respeito de, chamad*, intitulad*, do autor, da autora'],

  book: ['book*, novel*, title*, reading', 'livro*, romance*, titulo*, leitura'],
  stock: ['in stock, stock, available, left', 'em estoque, estoque, disponivel, disponiveis, sobrando'],
  copies: ['copy, copies', 'copia, copias, exemplar, exemplares, unidade, unidades'],
  total: ['total, add up to, altogether', 'total, ao todo, fica, sai, da quanto'],
  similar: [
    'similar, similar to, like this, goes with, go with, something like',
    'parecid*, semelhante*, similar, similares, combina, na linha de',
  ],
  shop: ['shop, bookshop, store, bookstore', 'loja, livraria'],
  category: [
    'categor*, genre*, subject*, section*, topic*, shelf, shelves',
    'categoria*, genero*, assunto*, secao, secoes, tema*, prateleira*',
  ],
  author: ['author*, by, written by, wrote, writes', 'autor*, escritor*, escrit*, escreveu'],
  coupon: [
    'coupon*, discount*, discount code*, voucher*, promo code*, code',
    'cupom, cupons, desconto*, codigo, codigo de desconto, voucher',
  ],
  cart: ['cart, basket, cost with, total of, shopping cart, sum up, add up', 'carrinho, cesta, soma, somar, total'],
  recommend: [
    'recommend*, suggest*, similar, like this, similar to, goes with, liked, loved, enjoyed, after reading, what else, like',
    'recomend*, suger*, sugest*, indic*, gostei, adorei, depois de ler, o que mais, parecid*, semelhante*, similar, similares, combina',
  ],
  buy: [
    'buy, purchase, order, take, checkout, check out, pay, pay for',
    'compr*, levo, leva, levar, encomend*, pagar, pague, paga, pedido, finaliz*',
  ],
  delivery: [
    'deliver*, pickup, pick up, pick it up, pick them up, collect, shipping, ship, shipped, express, standard, home delivery',
    'entreg*, retir*, frete, envio, expressa, expresso, padrao, em casa',
  ],
} as const satisfies Record<string, readonly [en: string, pt: string]>;

export type Concept = keyof typeof lexicon;
