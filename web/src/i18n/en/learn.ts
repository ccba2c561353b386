// The guided first battle.
import type { Messages } from '../message';

export const learn = {
  'learn.label': 'Guide',
  'learn.number': 'Lesson {n} of {of}',
  'learn.lessons': 'All lessons',
  'learn.leave': 'Leave',
  'learn.fold': 'Fold the card',
  'learn.unfold': 'Unfold the card',
  'learn.next': 'Next',
  'learn.next.lesson': 'Next lesson',
  'learn.show': 'Show me',
  'learn.again': 'Start again',
  'learn.skip': 'Skip',
  'learn.case': 'The rule: {case}',
  'learn.play': 'Play a whole game',
  'learn.refused': 'That is not possible here; the note on the map says why. Look at what lights up and try again.',
  'learn.solved': 'It did not work twice, so watch: this is how it goes.',
  'learn.astray.elsewhere':
    'A legal move, but our goal is the outlined hex. Take it back with the key U, or start the lesson again.',
  'learn.astray.other': 'That was another unit. It does no harm; now move the one the lesson is about, or start again.',
  'learn.astray.phase': 'The phase is over, so this cannot be done any more. No harm: start the lesson again.',

  'learn.move.title': 'Your first move',
  'learn.move.hello.do':
    'This is the ground before Smolensk, July 1941. The grey counters are yours, the brown and red ones Soviet.',
  'learn.move.hello.why':
    'On a German counter the first number is its strength, the second its movement points. The little dots at the side are steps: how much it can lose.',
  'learn.move.pick.do': 'Pick the 25th Panzer Regiment, the counter 4-10 in the outlined hex.',
  'learn.move.pick.why': 'The hexes it can reach light up, each with what it costs to get there.',
  'learn.move.go.do':
    'Now click the outlined hex to aim there, and click it again to go. A right click or a drag goes at once.',
  'learn.move.go.why':
    'A clear hex costs 1 point, and it had 10. As long as no die has been thrown you can take a move back: the key U.',

  'learn.terrain.title': 'Forest and river',
  'learn.terrain.forest.do': 'Pick the regiment and move it one hex north, into the forest.',
  'learn.terrain.forest.why':
    'Forest costs tanks and trucks 2 points instead of 1. Men on foot walk through it at no extra cost.',
  'learn.terrain.river.do': 'Now cross the Dnepr: one more hex north.',
  'learn.terrain.river.why':
    'A river costs Germans 2 points more, so this step took 3. Rivers lie along hexsides: what counts is whether you cross one.',

  'learn.road.title': 'By road',
  'learn.road.drive.do':
    'The 25th Regiment stands on the highway from Minsk to Moscow. Move it all the way to the outlined hex.',
  'learn.road.drive.why':
    'Nine hexes for 4½ points: along a road tanks and trucks pay half a point a hex, whatever the ground. That is how a panzer group gets deep into the enemy.',

  'learn.zone.title': 'Zones of control',
  'learn.zone.see.do': 'Press Z, or the first button at the left of the map, to see the zones of control.',
  'learn.zone.see.why':
    'Every unit controls the six hexes around it. Enemy-controlled ground is sticky: a unit that enters it has to stop.',
  'learn.zone.stop.do':
    'Pick the whole stack of the 7th Panzer Division and move it by road beside the enemy, to the outlined hex.',
  'learn.zone.stop.why':
    'It had points left, but the enemy’s zone stopped it, and it cannot walk out of the zone either. Only combat gets it further. So a thin line of units can hold a wide front.',
  'learn.zone.end.do': 'You have moved enough. End the Movement Phase: the button in the bar above, or the key E.',
  'learn.zone.end.why': 'A German turn has three parts: move, fight, and then the motorized units move once more.',

  'learn.attack.title': 'Attack',
  'learn.attack.odds.do':
    'Now it is the Combat Phase. Pick the enemy in the outlined hex, look at the odds, and attack with all three regiments.',
  'learn.attack.odds.why':
    'Strength against strength gives the odds: 16 to 1 here, in the column 10-1. All regiments of a division in one hex count double; that is the tag ×2.',
  'learn.attack.die.do': 'The die came up {die}: that row of the table, in the column {column}, says {result}.',
  'learn.attack.die.why':
    'D means the defender suffers, A the attacker. A number is steps to lose or hexes to retreat, e is eliminated. At 10-1 nothing can go wrong for you.',
  'learn.attack.advance.do': 'The hex is empty: the victors may advance. Send a regiment into it.',
  'learn.attack.advance.why':
    'An advance costs nothing and ignores zones of control. When the defender was destroyed you may even go a second hex.',

  'learn.untried.title': 'Nobody knows',
  'learn.untried.unknown.do':
    'The division in the outlined hex shows ?-6: it is untried. Nobody knows its strength, not even its own side. Attack it with everything beside it.',
  'learn.untried.unknown.why':
    'In the attack it was turned up, for good. The odds sheet had told what it might be. Some divisions have no strength at all, some are as strong as 8.',
  'learn.untried.answer.do': 'See the combat through: answer what you are asked, advance or not.',
  'learn.untried.answer.why': 'That is the fog of this war: plan for the average, and be ready for the worst.',

  'learn.choice.title': 'Lose or give way',
  'learn.choice.choose.do':
    'Four Soviet divisions with their general have attacked your infantry: 20 against 9, and the die said D1. Choose: lose one step, or retreat one hex.',
  'learn.choice.choose.why':
    'The choice is always the owner’s: ground or strength. Infantry has four steps, 9, 4, 2, 1; the first one costs the most.',
  'learn.choice.after.do': 'The Soviet side finishes its combat.',
  'learn.choice.after.why':
    'Had you retreated, your enemy would have chosen the way. That is the next lesson, from the other end.',

  'learn.route.title': 'Chasing them',
  'learn.route.first.do':
    'Your attack gave D2, and two Soviet divisions have chosen to retreat two hexes. You choose their way: pick the first hex.',
  'learn.route.first.why': 'The winner routes every retreat, hex by hex. They may not enter your zones of control.',
  'learn.route.second.do': 'Choose their second hex.',
  'learn.route.second.why':
    'A stack with no way out has to lose the steps instead. That is why surrounding the enemy first is worth so much.',
  'learn.route.advance.do': 'Now follow: advance into the hex they left, or one further along their way.',
  'learn.route.advance.why':
    'After a retreat of two hexes the winners may go as far as the hex that was passed, along the same way.',

  'learn.overrun.title': 'Overrun',
  'learn.overrun.close.do':
    'It is your Movement Phase again, and a weak division blocks the road. Pick the 7th Panzer and move beside it, to the outlined hex.',
  'learn.overrun.close.why': 'In its zone you cannot walk on. But you can fight your way through, while moving.',
  'learn.overrun.run.do': 'With the division in hand, pick the enemy: an overrun. Look at the odds and confirm.',
  'learn.overrun.run.why':
    'An overrun costs 3 points and counts half strength: 8 to 1. The way is clear and your division has entered the hex, free of cost.',
  'learn.overrun.on.do': 'You still have points. Drive on to the outlined hex.',
  'learn.overrun.on.why':
    'After a success one may go on, even overrun again. A defender who survives an overrun is disrupted: no zone, no move, no attack until his next turn is over.',

  'learn.supply.title': 'Supply',
  'learn.supply.see.do': 'Press S, or the supply button, to see the lines of supply. One regiment is cut off.',
  'learn.supply.see.why':
    'German units need a way to a road that is open to the west. Enemy zones block it. Without supply a unit has half its strength and half its points.',
  'learn.supply.open.do': 'Open the way: move the 6th Infantry Division to the outlined hex.',
  'learn.supply.open.why':
    'A unit of your own in a hex cancels enemy control there, for supply and for retreats. Soviet divisions depend on their generals instead: no general in reach, no attack.',

  'learn.air.title': 'Air markers',
  'learn.air.place.do':
    'The end of your turn: place one of your three air markers. Click the outlined hex, on the railway between Vyazma and Smolensk.',
  'learn.air.place.why':
    'Soviet units pay 1 point more to enter that hex, and trains 4 rail points more. The markers come off after the Soviet movement, and you have three anew each turn.',
  'learn.air.end.do': 'Two are left; they need not be used. End the phase: the button in the bar above, or the key E.',
  'learn.air.end.why':
    'Place them where the enemy has to pass: a railway, a bridge of roads, the way out of a ring. Three together can close a gap for a turn.',

  'learn.rail.title': 'The Soviet side: rail',
  'learn.rail.ride.do':
    'Now you lead the Soviets. Pick the division at Vyazma in the east, click Smolensk, the hex 2216, and press “Ride to 2216”.',
  'learn.rail.ride.why':
    'Eighteen hexes in one phase, of 30 that a train can do. Eight divisions a turn may ride, but not into enemy zones. German air markers and cut rails get in the way.',

  'learn.arrivals.title': 'Arrivals',
  'learn.arrivals.bring.do':
    'Two divisions and a Leader wait at the east edge. Press “Bring in all 3”, then click Vyazma, hex 4015, twice.',
  'learn.arrivals.bring.why':
    'They came in at X and rode on to Vyazma. One press takes all who wait, or all of an area; where they enter and how they ride is found for you.',
  'learn.arrivals.untried.do': 'Look at them: they show ?-6. Every Soviet division arrives untried.',
  'learn.arrivals.untried.why':
    'It is drawn from the cup, and nobody looks before its first combat. The tab “Cup” tells what may still be in it. A Leader comes along because without one they cannot attack.',

  'learn.leader.title': 'The Soviet side: Leaders',
  'learn.leader.see.do':
    'You lead the Soviets still. Press C, or the command button, to see how far your Leaders reach. Two divisions stand beside a weak German, but Konev is too far away.',
  'learn.leader.see.why':
    'A Soviet division is in supply through a Leader who is near enough: as many hexes as his rating. Without one it has half its strength and may not attack.',
  'learn.leader.fetch.do': 'Pick Konev and move him to the outlined hex, behind his divisions.',
  'learn.leader.fetch.why':
    'Now both are in his reach and in supply. Keep a Leader one hex behind the line: alone beside the enemy he is lost.',
  'learn.leader.end.do': 'End the Movement Phase: the button in the bar above, or the key E.',
  'learn.leader.end.why': 'A Soviet turn has two parts: move, then fight. No second movement.',
  'learn.leader.attack.do':
    'Attack the infantry in the outlined hex with both divisions. Nobody knows how strong they are.',
  'learn.leader.attack.why':
    'In the attack both are turned up, for good. The odds sheet tells the chances beforehand; two divisions are safer than one, since their strengths even out.',
  'learn.leader.answer.do': 'See the combat through: answer what you are asked.',
  'learn.leader.answer.why':
    'If you must lose something, think of ground first: a Soviet division has one step only, but there are many of them, and hexes before Smolensk are few.',

  'learn.win.title': 'Smolensk',
  'learn.win.take.do': 'The last turn. The southern half of Smolensk is yours; the northern half is empty. Drive in.',
  'learn.win.take.why': 'Both halves are yours, and a way leads west: Smolensk counts, 20 points.',
  'learn.win.points.do':
    'Points decide: cities held at the end, less what you lost. The tab “Points” shows them at any time.',
  'learn.win.points.why':
    'From 50 points the German wins, below that the Soviet. The Soviet player does not have to beat you, only to make you late.',
  'learn.win.farewell.do':
    'That is all you need to begin. The bar above the map always says what to do now, and every refusal names its rule.',
  'learn.win.farewell.why': 'Press ? for the keys. Try the Cadet first: he means well.',
} as const satisfies Messages;
