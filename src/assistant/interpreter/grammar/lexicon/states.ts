import type { Words } from './words.ts';

/** States of stations, sessions and cards, and what is measured of them. */
export const stateWords = {
  faulted: [
    'fault*, faulty, broken, error*, in error, defective, damaged, out of order, failing, failed, malfunctioning, with problems, with issues, not working, have problems, has problems, in fault',
    'falha*, com falha, em falha, defeito*, com defeito, defeituos*, quebrad*, erro*, com erro, em erro, avariad*, pifad*, estragad*, danificad*, nao funcionam, nao estao funcionando, com problema, com problemas',
  ],
  offline: [
    'offline, off line, disconnected, unreachable, down, lost contact, lost connection, lost their connection, lost its connection, lost the connection, lost their contact, lost connections, dropped off, dropped out, gone offline, no connection, no contact, not connected, not online, dead, silent, without connection, without contact',
    'offline, off line, desconectad*, fora do ar, sem conexao, sem comunicacao, sem contato, sem sinal, sem internet, inacessive*, nao conectad*, nao online, caid*, desligad*, sem rede, mudo, mudos, perdeu o contato, perderam o contato, perdeu conexao, perderam conexao, caiu da rede, cairam da rede, perdeu contato, perderam contato, perdeu a conexao, perderam a conexao',
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
    'aguardando aceite, esperando aceite, aguardando ser aceit*, pendente*, esperando, aguardando, a ser aceit*, nao aceitas, nao aceitos, novo, nova, novos, novas, desconhecid*, tentando conectar, querendo entrar, tentando entrar',
  ],
  blocked: ['blocked, banned, deactivated, suspended', 'bloquead*, banid*, suspens*'],
  running: [
    'running, active, ongoing, in progress, open, underway',
    'em andamento, ativ*, abert*, em curso, rodando, acontecendo agora, correndo',
  ],
  ended: [
    'ended, finished, completed, closed, is over, are over, was over, were over, all over, done',
    'encerrad*, finalizad*, terminad*, concluid*, acabad*, fechad*, acabou, terminou',
  ],
  odd: [
    'odd, strange, flagged, suspicious, unusual, anomal*, weird, suspect, implausible',
    'estranh*, suspeit*, esquisit*, anomal*, com problema, sinalizad*, incomum, incomuns, fora do normal',
  ],

  // Measures.
  energy: [
    'energy, meter value*, meter reading*, kwh, mwh, consumption, electricity, consumed, kilowatt hours, deliver, delivers, delivered, dispense, dispenses, dispensed',
    'energia, medicao, medicoes, leitura*, medidor, valores do medidor, kwh, mwh, consumo, eletricidade, consumid*, entreg*, consumiu, consumimos',
  ],
  revenue: [
    'revenue*, income, brought in, bring in, took in,  earnings, earn, earned, sales, turnover, takings, made, make, money, billed, billing, sell, sold, invoiced, cash, spend, spends, spent',
    'receita*, faturamento*, faturou, faturamos, faturaram, faturar, fatura-se, faturad*, faturei, vendas, vendemos, vendeu, arrecad*, ganhamos, ganhou, ganho, dinheiro, rendeu, entrou, grana, gast*',
  ],
  /** Revenue is no profit: what it cost is known to nobody here. */
  profit: ['profit*, margin*', 'lucro*, lucr*, margem, margens'],
  uptime: [
    'uptime, availability, reliability, reliable, reliably, sla, up time, time online',
    'disponibilidade, confiavel, confiaveis, uptime, tempo no ar, tempo de atividade, confiabilidade, sla, tempo online, tempo disponivel',
  ],
  usage: ['utilization, utilisation, usage, occupancy', 'utilizacao, ocupacao, taxa de uso, uso'],
  report: ['report*, statistics, stats, figures, numbers', 'relatorio*, estatistica*, numeros, balanco'],
  by: [
    'by station, per station, by site, per site, by driver, per driver, by day, per day, daily, by month, per month, monthly, by tariff, per tariff, each station, each day, each site, broken down by, grouped by',
    'por estacao, por carregador, por local, por site, por motorista, por dia, por mes, por tarifa, diario, diaria, mensal, por unidade, por cliente',
  ],
} as const satisfies Words;
