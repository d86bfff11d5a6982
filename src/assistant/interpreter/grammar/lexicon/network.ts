import type { Words } from './words.ts';

/** Stations with what belongs to them, people with their cards, and what an operator keeps about both. */
export const networkWords = {
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
    'anybody charging, anyone charging, somebody charging, someone charging, charging, plugged in, being charged, in use, busy, occupied, taken, used, charge',
    'alguem carregando, carregando, em uso, ocupad*, em carga, plugad*, conectado ao carro, usando, sendo usad*, abastecendo, carregar, carregue, carrego, recarregar, recarregue, recarrego',
  ],
  car: ['car, cars, vehicle*, ev, evs, auto, autos', 'carro*, veiculo*, automovel, automoveis'],
  group: ['group*', 'grupo*'],
  card: [
    'card*, rfid*, tag*, token*, id tag*, fob*, badge*, rfid card*',
    'cartao, cartoes, tag*, crach*, chaveiro*, token*, cartao rfid, cartoes rfid',
  ],
  driver: ['driver*, customer*, client*, user*, people, person', 'motorista*, condutor*, cliente*, usuari*, pessoa*'],
  reservation: ['reservation*, booking*, reserved, booked', 'reserva, reservas, reservad*, agendamento*'],
  tariff: [
    'tariff*, price list*, rate, rates, pricing, price*, fee*, price per kwh, what do we charge, kwh price, a kwh, one kwh, each kwh, per kwh',
    'tarifa*, preco*, tabela de preco, tabela de precos, valor, valores, preco do kwh, o kwh, um kwh, cada kwh, por kwh, cobramos, cobrado, cobrada',
  ],
  cost: [
    'cost*, bill*, paid, pay, charge for',
    'custo*, custa, custou, custaram, custaria, conta, contas, pago, pagou, pagar, cobranca*',
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
    'heartbeat, heartbeatinterval, metervaluesampleinterval, connectiontimeout, websocketpinginterval, heartbeat interval, interval, sample interval, meter value interval, meter values interval, metering interval, timeout, connection timeout, ping interval, websocket ping interval, retries, number of connectors',
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
    'unanswered, no answer, not answered, message*, ocpp message*, frame*, raw message*, ocpp traffic, traffic, ocpp, raw, log of messages, conversation',
    'sem resposta, nao respondid*, mensage*, mensagens ocpp, quadro*, trafego, trafego ocpp, ocpp, cru, crua, cruas, brut*',
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
  acdc: [
    'ac, dc, alternating current, direct current, fast charging, rapid charging',
    'ac, dc, corrente continua, corrente alternada, recarga rapida, carga rapida',
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
  finding: [
    'finding*, foreseen failure*, open finding*, findings are open, findings open',
    'achado*, constatac*, falha* prevista*, achados abertos, achados estao abertos',
  ],
  found: ['found, discovered', 'encontrad*, descobert*'],
  health: ['health', 'saude, saudavel, saudaveis'],
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
  ahead: [
    'next, soon, fail, failing, break, break down, will, might fail, may fail, could fail, risk, risks, at risk, likely, most likely, more likely, likelihood, chance, chances, chance of, probability, about to, early warning*, predict*, next failure*, failures, maintenance, evidence, technician*, send a technician, repaired first, repair first, fix first, fail first, fails first',
    'em breve, falhar, quebrar, vai falhar, vao falhar, proxima, proximo, a seguir, risco, riscos, em risco, mais risco, chance, chances, mais chance, probabilidade, prestes, prestes a, preveja, prever, proxima falha, manutencao, evidencia*, tecnico, tecnicos, consertar primeiro, consertado primeiro, falhar primeiro, vai falhar primeiro, quebrar primeiro, vai quebrar primeiro, dar problema, dar defeito, alerta de falha, alertas de falha',
  ],
  rule: ['rule*, automation*, draft, draft a rule', 'regra*, automac*, rascunh*'],
  refusal: [
    "refus*, reject*, denied, deny, denial*, declin*, turned away, couldn't charge, could not charge, can't charge, cannot charge, unable to charge, not let charge, not accepted, not authorized, not authorised, not allowed, unauthorized, unauthorised, wasn't accepted, weren't accepted",
    'recus*, rejeit*, negad*, negou, negaram, barrad*, nao conseguiu carregar, nao conseguiram carregar, nao consegue carregar, nao pode carregar, nao pude carregar, nao carregou, nao aceit*, nao autorizad*, nao foi aceit*, nao passou',
  ],
  may: [
    'may, allowed, would be accepted, be accepted, accepted, can charge, able to charge, permitted, authorized, authorised, be able to, work at, works at, valid',
    'pode carregar, seria aceito, aceito, aceita, aceitaria, permitido, autorizado, autorizada, consegue carregar, funciona no, funciona na, valido, poderia carregar, liberado para, podem carregar',
  ],
  attention: [
    `attention, anything i should look at, something i should look at, should look at first, anything i should know, should i know, anything broken, everything all right, everything alright, all good, everything in order, anything to worry about, anything to do, need to look at, look at first, do first, deal with first, most important, going wrong, wrong right now, needs my attention, need attention, needs attention, what should i do, what should i look at, what should i do first, urgent matters, to do, todo, what's wrong, anything wrong, is everything ok, is everything okay, is everything fine, is all well, how is everything, how are things, how's everything, what is urgent, most urgent, priorities, what needs doing, anything urgent, worry about, should i worry, needs action, needs me, alerts, alert, alarms`,
    `atencao, algo quebrado, tudo em ordem, ta tudo certo, tem algo que eu deva saber, deva saber, devo saber, olhar primeiro, ver primeiro, fazer primeiro, resolver primeiro, mais importante, mais importantes, tudo funcionando, algo de errado, dando problema, precisa de atencao, precisa da minha atencao, pede atencao, exige atencao, o que devo fazer, o que fazer primeiro, tudo bem, tudo certo, esta tudo ok, tudo ok, como estao as coisas, como esta tudo, mais urgente, urgencias, prioridades, pendencias urgentes, algo errado, alguma coisa errada, preocupar, me preocupar, precisa de mim, alertas, alerta, alarmes, o que esta pegando`,
  ],
} as const satisfies Words;
