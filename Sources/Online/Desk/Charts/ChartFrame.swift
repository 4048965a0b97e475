// SPDX-License-Identifier: Apache-2.0

/// The part of a picture where values are drawn, with its axes.
struct ChartFrame {
    static let width = 320.0
    static let height = 176.0

    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    private let scale: AmountScale

    /// - Parameter top: free space above the frame, in addition to half a label's height.
    init(_ scale: AmountScale, top: Double = 0) {
        self.scale = scale
        left = (scale.labelWidth + 7).rounded(.up)
        right = Self.width - 6
        self.top = top + 8
        bottom = Self.height - 22
    }

    func x(_ share: Double) -> Double { left + (right - left) * share }
    func y(_ value: Int128) -> Double { bottom - (bottom - top) * scale.share(value) }

    /// Lines and labels of the amounts.
    var amounts: HTML {
        HTML {
            for (tick, label) in zip(scale.ticks, scale.labels) {
                let height = y(tick)
                ChartSVG.line(left, height, right, height, class: tick == 0 ? "axis" : "grid")
                ChartSVG.text(label, x: left - 5, y: height + ChartText.size * 0.35, anchor: "end")
            }
        }
    }

    /// Labels below the frame, centred where possible. One that would touch the one before it is left out.
    ///
    /// - Parameter labels: from left to right.
    func times(_ labels: [(x: Double, text: String)]) -> HTML {
        var end = -Double.infinity
        let shown = labels.compactMap { label -> (x: Double, middle: Double, text: String)? in
            let half = ChartText.width(label.text) / 2
            let middle = min(Self.width - half, max(half, label.x))
            guard middle - half > end + 5 else { return nil }
            end = middle + half
            return (label.x, middle, label.text)
        }
        return HTML {
            for label in shown {
                ChartSVG.line(label.x, bottom, label.x, bottom + 4, class: "axis")
                ChartSVG.text(label.text, x: label.middle, y: bottom + 16, anchor: "middle")
            }
        }
    }
}
