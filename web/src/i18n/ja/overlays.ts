// Overlays: the name, what is seen, and the words of the legend.
export const overlays = {
  'overlay.german': 'ドイツ軍',
  'overlay.soviet': 'ソ連軍',

  'overlay.zones': 'ZOC',
  'overlay.zones.note': 'ドイツ軍は右上がり、ソ連軍は右下がりの斜線。重なると格子',

  'overlay.supply': '補給',
  'overlay.supply.note': '有効な補給道路と各ユニットの補給線。点描は補給切れ',
  'overlay.supply.road': '有効な補給道路',
  'overlay.supply.trace': '補給線',
  'overlay.supply.cut': '補給切れ',
  'overlay.supply.out': '{side}補給切れ：{n}',

  'overlay.command': '指揮範囲',
  'overlay.command.note': 'ソ連軍リーダーの指揮範囲。星の数字がリーダーシップ値',
  'overlay.command.legend': '指揮範囲',

  'overlay.strength': '戦力',
  'overlay.strength.note': '各スタックの攻撃力と防御力（判明している分）',
  'overlay.strength.known': '攻撃力-防御力',
  'overlay.strength.partly': 'ほかにアントライドの師団あり',
  'overlay.strength.unseen': 'すべてアントライド',

  'overlay.reach': '移動範囲',
  'overlay.reach.note': 'ポインタの下、または選んだスタックの移動範囲',
  'overlay.reach.legend': '移動範囲',
  'overlay.reach.stop': '停止',

  'overlay.objectives': '目標',
  'overlay.objectives.note': '四角い旗はドイツ軍、燕尾旗はソ連軍。数字は勝利ポイント',

  'overlay.rail': '鉄道',
  'overlay.rail.note': '鉄道網と切断箇所、鉄道移動のコスト',
  'overlay.rail.legend': '鉄道',
  'overlay.rail.cut': '切断',

  'overlay.trails': '直前の移動',
  'overlay.trails.note': 'ドイツ軍は実線、ソ連軍は破線',

  'overlay.arrivals': '増援',
  'overlay.arrivals.note': 'このターンと次のターンに増援が進入できる場所とユニット数',
  'overlay.arrivals.now': 'このターンのユニット数',
  'overlay.arrivals.next': '次のターンのユニット数',
} as const;
