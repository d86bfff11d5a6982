/** What a proposal of an agent would do: the sentence that a person judges. */
export const effectWords = {
  'place-whole': ['the whole charge point', 'a estação inteira'],
  'place-one-evse': ['one EVSE', 'um EVSE'],
  'place-evse': ['EVSE {evse}', 'o EVSE {evse}'],
  'place-connector': ['connector {connector} of EVSE {evse}', 'o conector {connector} do EVSE {evse}'],
  'one-session': ['the one session that is running there', 'a sessão em andamento ali'],
  'many-sessions': ['the {count} sessions that are running there', 'as {count} sessões em andamento ali'],
  'effect-reset': ['Restarts {what}. No session is running there.', 'Reinicia {what}. Não há sessão em andamento ali.'],
  'effect-reset-waits-one': [
    'Restarts {what} once {sessions} has ended.',
    'Reinicia {what} quando terminar {sessions}.',
  ],
  'effect-reset-waits-many': [
    'Restarts {what} once {sessions} have ended.',
    'Reinicia {what} quando terminarem {sessions}.',
  ],
  'effect-reset-resumes': [
    'Restarts {what} at once; {sessions} should go on afterwards.',
    'Reinicia {what} imediatamente; a recarga deve continuar depois ({sessions}).',
  ],
  'effect-reset-cannot-wait': [
    'Ends {sessions} and then restarts {what}: OCPP 1.6 cannot wait.',
    'Encerra {sessions} e depois reinicia {what}: o OCPP 1.6 não sabe esperar.',
  ],
  'effect-reset-cuts': [
    'Restarts {what} at once and ends {sessions}.',
    'Reinicia {what} imediatamente e encerra {sessions}.',
  ],
  'effect-unlock': [
    'Unlocks the connector. No session is running there.',
    'Destrava o conector. Não há sessão em andamento ali.',
  ],
  'effect-unlock-session': [
    'Unlocks the connector; the session that is running there may end by it, or the station may refuse.',
    'Destrava o conector; a sessão em andamento ali pode terminar com isso, ou a estação pode recusar.',
  ],
  'effect-in-service': [
    'Puts {where} in service: drivers can charge there.',
    'Coloca em serviço {where}: motoristas podem recarregar ali.',
  ],
  'effect-out-of-service': [
    'Takes {where} out of service at once: nobody can charge there until it is put back.',
    'Tira de serviço {where} imediatamente: ninguém pode recarregar ali até voltar.',
  ],
  'effect-out-of-service-later': [
    'Takes {where} out of service; where one of the {count} running sessions is, once it has ended. No session is cut.',
    'Tira de serviço {where}; onde houver uma das {count} sessões em andamento, quando ela terminar. Nenhuma sessão é interrompida.',
  ],
  'effect-block-token': [
    'Refuses this token from now on, at every charge point. A session that is running with it goes on.',
    'Recusa este token de agora em diante, em todas as estações. Uma sessão em andamento com ele continua.',
  ],
  'effect-unblock-token': [
    'Accepts this token again, wherever its driver and group may charge.',
    'Aceita este token de novo, onde seu motorista e seu grupo puderem recarregar.',
  ],
  'effect-give-reservation-back': [
    'Gives a reservation back that would hold until {expiresAt}; its driver finds the place taken by whoever comes first.',
    'Cancela uma reserva que valeria até {expiresAt}; o lugar fica com quem chegar primeiro.',
  ],
  'effect-accept-rejected': [
    'Lets the charge point into the network, which was rejected before.',
    'Aceita na rede uma estação que tinha sido recusada.',
  ],
  'effect-accept-unknown': [
    'Lets the charge point into the network; until now it is unknown.',
    'Aceita a estação na rede; até agora ela é desconhecida.',
  ],
  'effect-remove-site-limit': [
    'Takes the limit for a while away; charging may get faster at once.',
    'Remove o limite temporário; a recarga pode ficar mais rápida imediatamente.',
  ],
  'effect-end-session': ['Ends the session that is running.', 'Encerra a sessão em andamento.'],
  'effect-end-session-at': [
    'Ends the session that is running at EVSE {evse}.',
    'Encerra a sessão em andamento no EVSE {evse}.',
  ],
  'until-cleared': ['until it is cleared', 'até ser removido'],
  'for-minutes': ['for {minutes} minutes', 'por {minutes} minutos'],
  'amount-kw': ['{kw} kW', '{kw} kW'],
  'amount-a-per-phase': ['{amperes} A per phase', '{amperes} A por fase'],
  'amount-a-per-line': ['{amperes} A per line', '{amperes} A por linha'],
  'effect-limit': ['Limits {where} to {amount} {until}.', 'Limita {where} a {amount} {until}.'],
  'effect-limit-pauses': [
    'Limits {where} to {amount} {until}, so charging pauses.',
    'Limita {where} a {amount} {until}: a recarga fica em pausa.',
  ],
  'one-limit': ['one limit', 'um limite'],
  'many-limits': ['{count} limits', '{count} limites'],
  'effect-clear-limits': [
    'Removes {limits} from the charge point; charging there may get faster at once.',
    'Remove {limits} da estação; a recarga ali pode ficar mais rápida imediatamente.',
  ],
  'effect-clear-limits-all': [
    'Removes {limits} from the charge point, and whatever else a server left there; charging there may get faster at once.',
    'Remove {limits} da estação, e o que mais um servidor tiver deixado ali; a recarga pode ficar mais rápida imediatamente.',
  ],
  'any-free-evse': ['any EVSE that is free', 'qualquer EVSE livre'],
  'one-minute': ['1 minute', '1 minuto'],
  'many-minutes': ['{minutes} minutes', '{minutes} minutos'],
  'from-now-on': ['from now on', 'a partir de agora'],
  'from-then-on': ['from {from} on', 'a partir de {from}'],
  'effect-reserve': [
    'Keeps {place} for one token for {time} {from}; others cannot charge there meanwhile.',
    'Reserva {place} para um token por {time} {from}; nesse tempo outros não podem recarregar ali.',
  ],
  'evse-of-its-choice': ['an EVSE that the station chooses', 'um EVSE que a estação escolhe'],
  'effect-begin-session': [
    'Begins a charging session at {place}, which is billed to the holder of the token.',
    'Inicia uma sessão de recarga ({place}), cobrada do titular do token.',
  ],
  'place-whole-site': ['the whole site', 'o local inteiro'],
  'place-one-node': ['one node of the site', 'um nó do local'],
  'from-then': [' from {from}', ' a partir de {from}'],
  'until-taken-away': ['until it is taken away', 'até ser removido'],
  'until-then': ['until {until}', 'até {until}'],
  'effect-site-limit': [
    'Limits {where} to {amount}{from} {until}; charging there is planned anew below it.',
    'Limita {where} a {amount}{from} {until}; a recarga ali é replanejada abaixo disso.',
  ],
  'effect-need': [
    'The car is to have {what}{by}{atLeast}{priority}{discharge}; the site is planned anew below its limits.',
    'O carro deve ter {what}{by}{atLeast}{priority}{discharge}; o local é replanejado abaixo dos seus limites.',
  ],
  'need-percent': ['{percent} % of its battery', '{percent} % da bateria'],
  'need-kwh': ['{kwh} kWh more', 'mais {kwh} kWh'],
  'need-foreseen': ['what is foreseen', 'o que está previsto'],
  'when-it-leaves': [' when it leaves', ' quando sair'],
  'by-then': [' by {by}', ' até {by}'],
  'need-at-least': [
    ', at least {kwh} kWh before other cars get theirs',
    ', ao menos {kwh} kWh antes dos outros carros',
  ],
  'need-priority': [', with priority {priority}', ', com prioridade {priority}'],
  'need-discharge': [', and may feed back down to {reserve} %', ', e pode devolver energia até {reserve} %'],
  'effect-revoke-certificate': [
    'Revokes the certificate for ever; who shows it is no longer believed.',
    'Revoga o certificado para sempre; quem o apresentar não é mais aceito.',
  ],
  'effect-certificate-revoked': [
    'Changes nothing: the certificate is revoked already.',
    'Não muda nada: o certificado já está revogado.',
  ],
  'effect-revoke-contract': [
    'Ends the contract for ever; the vehicle can no longer charge by it.',
    'Encerra o contrato para sempre; o veículo não pode mais recarregar com ele.',
  ],
  'effect-contract-revoked': [
    'Changes nothing: the contract is revoked already.',
    'Não muda nada: o contrato já está revogado.',
  ],
  'many-restart': ['Restarts {count} charge points.', 'Reinicia {count} estações.'],
  'many-restart-at-once': ['Restarts at once {count} charge points.', 'Reinicia imediatamente {count} estações.'],
  'many-in-service': ['Puts in service {count} charge points.', 'Coloca em serviço {count} estações.'],
  'many-out-of-service': ['Takes out of service {count} charge points.', 'Tira de serviço {count} estações.'],
  'many-status': ['Asks for the status of {count} charge points.', 'Pede o estado de {count} estações.'],
  'effect-many': ['{does} {sessions}{offline}', '{does} {sessions}{offline}'],
  'sessions-go-on': ['Sessions that are running there go on.', 'As sessões em andamento ali continuam.'],
  'more-offline': [' {count} more are offline and left out.', ' Outras {count} estão offline e ficam de fora.'],
  'no-session-there': ['No session is running there.', 'Não há sessão em andamento ali.'],
  'sessions-cut': [
    'It ends the {count} sessions that are running there.',
    'Encerra as {count} sessões em andamento ali.',
  ],
  'sessions-end-or-wait': [
    '{count} sessions are running there: charge points of OCPP 1.6 end theirs first, later ones wait for them.',
    'Há {count} sessões em andamento ali: estações OCPP 1.6 encerram as suas antes, as mais novas esperam.',
  ],
  'sessions-there': ['{count} sessions are running there.', 'Há {count} sessões em andamento ali.'],
  'one-setting': ['one setting', 'uma configuração'],
  'many-settings': ['{count} settings', '{count} configurações'],
  'effect-settings': ['Changes {what} of the charge point.{unusual}', 'Altera {what} da estação.{unusual}'],
  'settings-of-the-maker': [
    " {count} of them are the manufacturer's own, whose meaning we do not know.",
    ' {count} delas são do próprio fabricante, e seu significado não é conhecido aqui.',
  ],
  'effect-firmware': [
    'Installs new firmware on the charge point; it restarts by it. {count} sessions are running there now.',
    'Instala novo firmware na estação, que reinicia com isso. Sessões em andamento ali agora: {count}.',
  ],
  'effect-firmware-unsigned': [
    'Installs new firmware on the charge point, without a signature; it restarts by it. {count} sessions are running there now.',
    'Instala novo firmware na estação, sem assinatura; ela reinicia com isso. Sessões em andamento ali agora: {count}.',
  ],
  'effect-assign-tariff': [
    'Prices sessions that begin {where}{group} {from} by this tariff.',
    'Cobra por esta tarifa as sessões que começarem {where}{group} {from}.',
  ],
  'with-one-group': [', with tokens of one group,', ', com tokens de um grupo,'],
  'at-one-station': ['at one charge point', 'em uma estação'],
  'at-evse-of-station': ['at EVSE {evse} of one charge point', 'no EVSE {evse} de uma estação'],
  anywhere: ['anywhere in the network', 'em qualquer lugar da rede'],
  'at-one-site': ['at one site', 'em um local'],
  'makes-tariff': ['Makes a new tariff', 'Cria uma tarifa nova'],
  'makes-tariff-version': ['Makes version {version} of a tariff', 'Cria a versão {version} de uma tarifa'],
  'effect-tariff': [
    '{what}, which holds by {count} assignments; sessions that begin {from} are priced by it.',
    '{what}, que vale por {count} atribuições; as sessões que começarem {from} são cobradas por ela.',
  ],
  'effect-tariff-held-once': [
    '{what}, which holds by {count} assignment; sessions that begin {from} are priced by it.',
    '{what}, que vale por {count} atribuição; as sessões que começarem {from} são cobradas por ela.',
  ],
  'gives-back': ['Gives {amount} {currency} back', 'Devolve {amount} {currency}'],
  'charges-more': ['Charges {amount} {currency} more', 'Cobra {amount} {currency} a mais'],
  'effect-correct-bill': [
    '{what}: the session then costs {corrected} {currency} instead of {total} {currency}.',
    '{what}: a sessão passa a custar {corrected} {currency} em vez de {total} {currency}.',
  ],
  'effect-refund-payment': [
    'Gives {amount} {currency} back to whoever paid; {left} {currency} are kept until then.',
    'Devolve {amount} {currency} a quem pagou; até então, {left} {currency} estão retidos.',
  ],
  'all-drivers': ['all drivers', 'todos os motoristas'],
  'one-driver': ['one driver', 'um motorista'],
  'effect-issue-invoices': [
    'Makes the invoices of {month} for {who}; their numbers are never given back.',
    'Emite as faturas de {month} para {who}; os números nunca são devolvidos.',
  ],
  'effect-credit-invoice': [
    'Takes invoice {name} over {amount} {currency} back by a credit note.',
    'Desfaz a fatura {name}, de {amount} {currency}, com uma nota de crédito.',
  ],
  'effect-set-rule': [
    'Sets a rule that acts by itself for {days} days, at most {perDay} times a day and {perStation} times per charge point; its strongest action is {tier}. The details say what it does.',
    'Cria uma regra que age sozinha por {days} dias, no máximo {perDay} vezes por dia e {perStation} vezes por estação; sua ação mais forte é {tier}. Os detalhes dizem o que ela faz.',
  ],
  'effect-change-rule': [
    'Words a rule anew that acts by itself for {days} days, at most {perDay} times a day and {perStation} times per charge point; its strongest action is {tier}. The details say what it does.',
    'Reescreve uma regra que age sozinha por {days} dias, no máximo {perDay} vezes por dia e {perStation} vezes por estação; sua ação mais forte é {tier}. Os detalhes dizem o que ela faz.',
  ],
  'effect-playbook': [
    'Tries up to {steps} steps to repair the charge point, {upTo} at most, and looks after each whether the fault is gone. Steps that would cut a session are left out.',
    'Tenta até {steps} passos para consertar a estação, no máximo {upTo}, e verifica após cada um se a falha sumiu. Passos que interromperiam uma sessão ficam de fora.',
  ],
  'effect-close-true-alarm': [
    'Closes the finding as a true alarm; its detector begins anew.',
    'Fecha o achado como alarme verdadeiro; o detector recomeça.',
  ],
  'effect-close-false-alarm': [
    'Closes the finding as a false alarm; its detector begins anew.',
    'Fecha o achado como alarme falso; o detector recomeça.',
  ],
  'effect-count-outage': [
    'Counts this outage against uptime again, in every report.',
    'Volta a contar esta indisponibilidade, em todos os relatórios.',
  ],
  'effect-exclude-outage': [
    'Leaves this outage out of uptime, in every report, as {as}.',
    'Deixa esta indisponibilidade fora do cálculo, em todos os relatórios, como {as}.',
  ],
  'effect-open-ticket': [
    'Opens a ticket; {count} are open there now. No charge point is asked anything.',
    'Abre um chamado; chamados abertos ali agora: {count}. Nada é pedido a nenhuma estação.',
  ],
  'effect-start-campaign': [
    'Changes {total} charge points in stages of up to {stages}; those that charge, are offline or outside the window wait. It stops by itself at the first failure of the canary.',
    'Altera {total} estações em etapas de até {stages}; as que recarregam, estão offline ou fora da janela esperam. Para sozinha na primeira falha do grupo de teste.',
  ],
  'effect-change-campaign': [
    'Does {order} to the campaign, which is {state}; {touched} of {total} charge points were asked so far.',
    'Faz {order} na campanha, que está {state}; até agora {touched} de {total} estações foram solicitadas.',
  ],
  'effect-roll-back-campaign': [
    'Does {order} to the campaign, which is {state}; {touched} of {total} charge points were asked so far. Those get again what they had, where that can be.',
    'Faz {order} na campanha, que está {state}; até agora {touched} de {total} estações foram solicitadas. Elas recebem de volta o que tinham, onde for possível.',
  ],
  'one-book': ['1 book', '1 livro'],
  'many-books': ['{count} books', '{count} livros'],
  'effect-pay-pickup': [
    'Pays {price} for {books}, taken at the charging site.',
    'Paga {price} por {books}, para retirar no local de recarga.',
  ],
  'effect-pay-standard': [
    'Pays {price} for {books}, sent by standard delivery.',
    'Paga {price} por {books}, com entrega padrão.',
  ],
  'effect-pay-express': [
    'Pays {price} for {books}, sent by express delivery.',
    'Paga {price} por {books}, com entrega expressa.',
  ],
  'effect-device-tool': [
    'The device {device} carries out its tool {tool} with the arguments given.',
    'O dispositivo {device} executa sua ferramenta {tool} com os argumentos dados.',
  ],
  'effect-import-vehicles': [
    'Puts {added} vehicles on sale and changes {changed}.',
    'Põe {added} veículos à venda e altera {changed}.',
  ],
} as const satisfies Record<string, readonly [en: string, pt: string]>;
