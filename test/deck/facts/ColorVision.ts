import { channelsOf } from "../../../src/deck/templates/Contrast.ts"

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

/** Simulations of colour blindness on linear light: Machado, Oliveira and Fernandes 2009, severity 1.0. */
export const eyes: Readonly<Record<string, Matrix>> = {
  trichromat: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1]
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998]
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881]
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039]
  ]
}

const dot = (left: Vector, right: Vector): number => left[0] * right[0] + left[1] * right[1] + left[2] * right[2]

const times = ([a, b, c]: Matrix, vector: Vector): Vector => [dot(a, vector), dot(b, vector), dot(c, vector)]

const each = ([a, b, c]: Vector, change: (value: number) => number): Vector => [change(a), change(b), change(c)]

/** OKLab of linear light: Björn Ottosson 2020. */
const cones: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005]
]
const lab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766]
]

const seen = (color: string, eye: Matrix): Vector => {
  const light = each(times(eye, channelsOf(color)), (value) => Math.min(1, Math.max(0, value)))
  return times(lab, each(times(cones, light), Math.cbrt))
}

/** The distance of two colours in OKLab: 0.02 is just visible, black and white are 1 apart. */
export const difference = (one: string, other: string, eye: Matrix): number => {
  const [left, right] = [seen(one, eye), seen(other, eye)]
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2])
}
