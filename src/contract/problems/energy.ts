/** Why settings, limits, readings, prices and needs of a site cannot be as they were said, and what is missing of them. */
export const energyWords = {
  'no-site-energy': [
    'The site {siteId} has no energy settings yet: say how it is fed and limited first.',
    'O local {siteId} ainda não tem configurações de energia: informe primeiro como é alimentado e limitado.',
  ],
  'energy-station-not-there': [
    'The node {nodeId} is an EVSE of the station {stationId}, which does not stand at {siteId}; place it there first.',
    'O nó {nodeId} é um EVSE da estação {stationId}, que não fica em {siteId}; ponha-a lá primeiro.',
  ],
  'energy-meter-twice': [
    'Two meters have the id {meterId}; each needs one of its own.',
    'Dois medidores têm o id {meterId}; cada um precisa do seu.',
  ],
  'energy-meter-nowhere': [
    'The meter {meterId} measures at {nodeId}, which is no node of the tree.',
    'O medidor {meterId} mede em {nodeId}, que não é um nó da árvore.',
  ],
  'energy-two-grid-meters': [
    'Two meters of kind grid measure at {nodeId}; one of them is enough.',
    'Dois medidores do tipo grid medem em {nodeId}; basta um.',
  ],
  'energy-battery-nowhere': [
    'The battery stands at {nodeId}, which is no node of the tree.',
    'A bateria fica em {nodeId}, que não é um nó da árvore.',
  ],
  'energy-battery-no-meter': [
    'The battery is said to be read by the meter {meterId}, which is no meter of kind battery of this site.',
    'Diz-se que a bateria é lida pelo medidor {meterId}, que não é um medidor do tipo battery deste local.',
  ],
  'energy-no-node': [
    'There is no node {nodeId} at {siteId}; there are {nodes}.',
    'Não há um nó {nodeId} em {siteId}; há {nodes}.',
  ],
  'energy-limit-above': [
    'A limit for a while only lowers what {nodeId} carries: the settings of the site allow less than that. Change them where it can carry more.',
    'Um limite por um tempo só reduz o que {nodeId} leva: as configurações do local permitem menos que isso. Mude-as se ele puder levar mais.',
  ],
  'energy-limit-empty': [
    'The limit says neither limitA nor limitW nor exportLimitW; give at least one of them.',
    'O limite não diz nem limitA, nem limitW, nem exportLimitW; informe ao menos um deles.',
  ],
  'energy-limit-over': [
    'The limit would end at {until}, before it begins to hold; give a later time.',
    'O limite terminaria às {until}, antes de começar a valer; informe um horário posterior.',
  ],
  'energy-no-limit': [
    'Nobody set a limit at {nodeId} of {siteId} for a while; GET /api/sites/{siteId}/energy/limits lists them.',
    'Ninguém pôs um limite temporário em {nodeId} de {siteId}; GET /api/sites/{siteId}/energy/limits lista todos.',
  ],
  'energy-limit-of-grid': [
    'The limit at {nodeId} was set by the grid operator and ends with its event; a person cannot take it away.',
    'O limite em {nodeId} foi posto pelo operador da rede e termina com o evento dele; uma pessoa não pode tirá-lo.',
  ],
  'energy-der-alarm': [
    'The grid raised an alarm at {stationId}: no car feeds back there until it ends.',
    'A rede emitiu um alarme em {stationId}: nenhum carro devolve energia ali até que termine.',
  ],
  'energy-no-grid-hertz': [
    'Cars shall answer to the frequency of the grid, but nobody said whether it is 50 or 60 Hz, and the place of the site does not tell: set gridHertz, or the country of the site. Until then they are not told to.',
    'Os carros devem responder à frequência da rede, mas ninguém disse se é de 50 ou 60 Hz, e o lugar do local não o diz: defina gridHertz ou o país do local. Até lá não são instruídos a isso.',
  ],
  'energy-no-station': [
    'No EVSE of the station {stationId} is drawn at {siteId}.',
    'Nenhum EVSE da estação {stationId} está desenhado em {siteId}.',
  ],
  'energy-no-meter': [
    'There is no meter {meterId} at {siteId}; there are {meters}.',
    'Não há um medidor {meterId} em {siteId}; há {meters}.',
  ],
  'energy-reading-implausible': [
    'The reading of {meterId} is {kw} kW, where no more than {maxKw} kW can be; it is left out. Check its unit, or the highest power in its settings.',
    'A leitura de {meterId} é de {kw} kW, onde não pode haver mais de {maxKw} kW; ela é desconsiderada. Verifique a unidade, ou a potência máxima nas configurações.',
  ],
  'energy-reading-ahead': [
    'The reading of {meterId} is of {at}, which has not come yet; check the clock of whoever sends it.',
    'A leitura de {meterId} é de {at}, que ainda não chegou; verifique o relógio de quem a envia.',
  ],
  'need-session-over': [
    'The session {sessionId} has ended, so that nothing can be planned for it.',
    'A sessão {sessionId} terminou, e nada mais pode ser planejado para ela.',
  ],
  'need-unplanned': [
    'Nothing is planned for the station {stationId}: its EVSE stands in the tree of no site. Draw the limits of its site first.',
    'Nada é planejado para a estação {stationId}: seu EVSE não está na árvore de nenhum local. Desenhe primeiro os limites do local.',
  ],
  'need-departure-passed': [
    'The departure at {departsAt} has passed; give a time that is still to come.',
    'A saída às {departsAt} já passou; informe um horário que ainda virá.',
  ],
  'need-departure-far': [
    'The departure at {departsAt} is more than {days} days away; give an earlier one.',
    'A saída às {departsAt} está a mais de {days} dias; informe uma mais próxima.',
  ],
  'meter-silent': [
    'The meter {meter} is silent since {readAt}; {countsKw} kW are reckoned with until it speaks.',
    'O medidor {meter} está em silêncio desde {readAt}; contam-se {countsKw} kW até que fale.',
  ],
  'meter-never-read': [
    'The meter {meter} has not been read yet; {countsKw} kW are reckoned with. Send readings, or enter at the meter the most that can flow there (maxW).',
    'O medidor {meter} ainda não foi lido; contam-se {countsKw} kW. Envie leituras, ou informe no medidor o máximo que pode passar ali (maxW).',
  ],
  'battery-level-unknown': [
    'How full the battery of the site is was not read; it is left alone until its meter tells.',
    'O nível da bateria do local não foi lido; ela não é usada até que o medidor o informe.',
  ],
  'battery-no-broker': [
    'The battery cannot be told what to do at {topic}: there is no MQTT broker. Set ENERGY_MQTT_URL.',
    'A bateria não pode receber o plano em {topic}: não há um broker MQTT. Defina ENERGY_MQTT_URL.',
  ],
  'prices-missing': [
    'There are no prices from {from} on; those of the day before are reckoned with.',
    'Não há preços a partir de {from}; contam-se os do dia anterior.',
  ],
  'price-import-failed': [
    'The prices could not be read from their address at {at}: {reason}',
    'Os preços não puderam ser lidos do endereço às {at}: {reason}',
  ],
  'grid-unreachable': [
    'The server of the grid operator cannot be asked: {reason}. What it wanted last holds until its end; check OPENADR_URL and its credentials.',
    'O servidor do operador da rede não pode ser consultado: {reason}. O que ele pediu por último vale até o fim; verifique OPENADR_URL e as credenciais.',
  ],
  'grid-event-unfollowed': [
    'Something that the grid operator wants cannot be followed: {problem}',
    'Um pedido do operador da rede não pode ser atendido: {problem}',
  ],
  'energy-looks-direct-current': [
    'The meter of {stationId} tells of direct current: say so of {nodeId} (connection: direct-current), so that it is told watts and may draw more than a wall box.',
    'O medidor de {stationId} fala de corrente contínua: diga isso de {nodeId} (connection: direct-current), para que receba watts e possa consumir mais que um carregador de parede.',
  ],
  'energy-station-elsewhere': [
    'The station {stationId} no longer stands at this site: it is told nothing from here, and {nodeId} counts with all it may draw until the drawing leaves it out.',
    'A estação {stationId} não está mais neste local: nada lhe é dito daqui, e {nodeId} conta com tudo o que pode consumir até sair do desenho.',
  ],
  'energy-unmanaged-session': [
    'The station {stationId} charges at this site and is not in its tree: it draws what it likes, and counts with what its meter tells. Add it to the drawing, so that it follows the plan.',
    'A estação {stationId} recarrega neste local e não está na árvore: consome o que quer, e conta com o que seu medidor diz. Inclua-a no desenho, para que siga o plano.',
  ],
  'series-wrong': [
    'The file cannot be read as {format}: line {line}: {reason}',
    'O arquivo não pode ser lido como {format}: linha {line}: {reason}',
  ],
  'series-wrong-lines': [
    'The file cannot be read as {format}: {count} lines are wrong, the first is line {line}: {reason}',
    'O arquivo não pode ser lido como {format}: há {count} linhas erradas, a primeira é a linha {line}: {reason}',
  ],
  'series-no-columns': [
    'there is no column of times and one of values among {columns}; call them time and price',
    'não há uma coluna de horários e uma de valores entre {columns}; chame-as time e price',
  ],
  'series-no-time': [
    '"{text}" is no moment that was, such as 2026-03-01T08:00:00Z or 2026-03-01 08:00',
    '"{text}" não é um momento que existiu, como 2026-03-01T08:00:00Z ou 2026-03-01 08:00',
  ],
  'series-no-number': ['"{text}" is no number, such as 0.25', '"{text}" não é um número, como 0.25'],
  'series-no-json': ['it is no JSON', 'não é JSON'],
  'series-no-list': ['there is no list of objects with from and value', 'não há uma lista de objetos com from e value'],
  'series-no-entsoe': [
    'it is no document of ENTSO-E with periods of prices',
    'não é um documento da ENTSO-E com períodos de preços',
  ],
  'series-entsoe-refused': ['ENTSO-E answered: {reason}', 'a ENTSO-E respondeu: {reason}'],
  'series-entsoe-period': [
    'a period has no start and end, or a resolution that is not known: {resolution}',
    'um período não tem início e fim, ou tem uma resolução desconhecida: {resolution}',
  ],
  'series-empty': ['it holds no values', 'não contém valores'],
  'series-too-long': [
    'it holds more than {max} values; import it in parts',
    'contém mais de {max} valores; importe-o em partes',
  ],
  'series-currency': [
    'its prices are in {currency}, and the site counts in {siteCurrency}',
    'os preços estão em {currency}, e o local usa {siteCurrency}',
  ],
  'series-twice': ['{at} has two values that differ', '{at} tem dois valores diferentes'],
  'series-far': [
    '{at} is more than a year away; the date may be mistyped',
    '{at} está a mais de um ano; a data pode estar errada',
  ],
  'series-huge': ['{value} is more than energy ever cost', '{value} é mais do que energia já custou'],
  'series-negative': ['{value} kg of carbon is less than nothing', '{value} kg de carbono é menos do que nada'],
  'series-gap': [
    'Values are missing from {from} on; the one before them holds until the next.',
    'Faltam valores a partir de {from}; o anterior vale até o próximo.',
  ],
  'series-per-mwh': [
    'Most values are above 5 {currency} per kWh: they may be per MWh, as on exchanges. Import the file again with perMwh.',
    'A maioria dos valores passa de 5 {currency} por kWh: podem ser por MWh, como nas bolsas. Importe o arquivo de novo com perMwh.',
  ],
  'series-grams': [
    'Most values are above 5 kg per kWh: they may be grams. Import the file again with perMwh, which divides by 1000.',
    'A maioria dos valores passa de 5 kg por kWh: podem ser gramas. Importe o arquivo de novo com perMwh, que divide por 1000.',
  ],
  'no-energy-series': ['No {kind} was imported for {siteId}.', 'Nenhuma série {kind} foi importada para {siteId}.'],
} as const satisfies Record<string, readonly [en: string, pt: string]>;
