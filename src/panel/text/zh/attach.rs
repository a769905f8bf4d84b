//! 关于真实进程的中文。

use crate::panel::text::Attach;

pub(in crate::panel::text) const fn attach(key: Attach) -> &'static str {
    match key {
        Attach::Process => "真实进程",
        Attach::NoRevision => "还没有说出协议版本",
        Attach::Folder => "目录：{folder}",
        Attach::Connecting => "正在找启动它的程序……",
        Attach::Refused => "程序不让本页面接入（HTTP {status}）。",
        Attach::Taken => "这个进程已经在另一个页面手里。一次只能有一个页面：去那边继续，或者关掉它再试。",
        Attach::WrongToken => "这不是程序打印的地址，或者是上一次运行的地址。请用终端里现在的那个。",
        Attach::Unreachable => "程序没有回应。如果它已经结束，请在终端里重新启动。",
        Attach::GoneAway => "程序不在了，进程也随之结束。",
        Attach::GoneBecause => "程序断开了本页面，进程也结束了（代码 {code}）。",
        Attach::Recorded => "这是真实进程说过的话。现在没有谁会应答。",
        Attach::Idle => "没有进程在运行。",
        Attach::IsBack => "进程随着原来的页面一起结束了。之前说过的都在这里；要继续，请重新启动。",
        Attach::Starting => "正在启动……",
        Attach::Failed => "没能启动：{why}",
        Attach::FailedMissing => "没能启动：系统找不到这个程序，或者找不到它的运行目录。",
        Attach::FailedForbidden => "没能启动：系统不允许。这个文件有执行权限吗？",
        Attach::TooOften => "一秒之内启动得太频繁，这一次没有启动。",
        Attach::Running => "正在运行，进程号 {pid}。",
        Attach::EndedWell => "已退出，退出码 0：自己结束的，一切正常。",
        Attach::EndedCode => "已退出，退出码 {code}。如果它对此说过什么，就在线路里。",
        Attach::EndedSignal => "被信号 {signal} 终止。",
        Attach::StillOpen => "它的输出却还开着：它启动的某个程序还拿着。",
        Attach::Left => "您去了另一个世界，进程已经结束。",
        Attach::Input => "它不读标准输入：客户端写的 {n} 字节没有送到。",
        Attach::InputRefused => "本页面写的没有谁会收到。",
        Attach::Overrun => "写出的内容没有全部到这里：少了 {n} 字节。",
        Attach::OtherTrouble => "程序说：{why}",
        Attach::Garbled => "程序说了本页面读不懂的话。两者是同一个版本吗？",
        Attach::Full => "本页面装不下了，所以让进程结束了。请保存已有的内容，然后重新开始。",

        Attach::LooksOn => "另一个页面在和这个服务器对话，本页面只是旁观：在这里做什么都不影响它们。",
        Attach::LooksOnTap => "另一个页面站在双方之间，本页面只是旁观：在这里做什么都不影响它们。",
        Attach::NoClientNow => "没有客户端：本页面现在没有和任何进程对话。",

        Attach::YourClient => "您的客户端",
        Attach::YourServer => "您的服务器",
        Attach::Unnamed => "还没有介绍自己",
        Attach::Named => "{name}，使用 {version}",
        Attach::RoleTap => {
            "真实的客户端。您站在它和服务器之间：可以只看，也可以扣住它们说的话来改或丢弃。关掉本页面，一切照常通过。"
        }
        Attach::TapRecorded => "真实的客户端。它说过的话都在这里；本页面说什么它都听不到。",
        Attach::TapWelcome => "双方还一句话没说",
        Attach::TapWelcomeText => {
            "您的客户端和服务器互相写的，通过时就出现在这里。按“扣住”，就由您一条一条放行。"
        }
        Attach::LookWelcomeText => "双方互相写的，通过时就出现在这里。",
        Attach::LooksOnly => "旁观",
        Attach::TapGone => "中间的程序不在了：它已经结束，或者连不上。本页面不再扣着任何东西。",
        Attach::TapGoneBecause => {
            "中间的程序断开了本页面（代码 {code}），此后自己放行一切，包括原来扣在这里的。"
        }
        Attach::TapLeft => "您去了另一个世界。双方不经过本页面，照常继续。",
        Attach::TapFull => "本页面装不下了：双方说的照常通过，但不再显示。请保存已有的内容。",
        Attach::TapHoldHint => "按下：双方写的都在这里等着，由您放行。没按下：立刻通过，您看得到。",
        Attach::NextTap => "没有什么在这里等着。双方接下来说的，会立刻出现在线路里。",
        Attach::Pending => "在等应答",
        Attach::HeldHere => "扣在这里",
        Attach::SayAsClient => "以客户端的名义说",
        Attach::SayAsServer => "以服务器的名义说",
        Attach::HeldTitle => "扣在这里：{n}",
        Attach::HeldMore => "后面还有 {n} 条",
        Attach::HeldNone => "双方接下来写的，都会在这里等您。",
        Attach::HeldHint => "最早的在前。同一方向上不会超车：排在前面的会一起放行。写它的一方对此一无所知。",
        Attach::HeldEnded => {
            "服务器已经结束，中间的程序在等扣在这里的：放行或丢弃。客户端也走了的话，它们会自己通过。"
        }
        Attach::LetAll => "全部放行，不再扣住",
        Attach::WayToServer => "客户端 → 服务器",
        Attach::WayToClient => "服务器 → 客户端",
        Attach::LetGo => "放行",
        Attach::Edit => "修改",
        Attach::Drop => "丢弃",
        Attach::OfFrame => "{what}：第 {n} 帧",
        Attach::Yours => "您写的",
        Attach::Edited => "您改过",
        Attach::Dropped => "您丢弃了",
        Attach::ByHand => "人工处理：{what}。",
        Attach::AfterHand => "在这之前，您改过、丢弃过或者自己写过帧：评判在这里指出的，可能是由此引起的。",
        Attach::YoursNote => "这是您以它的名义写的，它自己并不知道。",
        Attach::DroppedNote => "您丢弃了这一帧：它不会再往前走。写它的一方并不知道。",
        Attach::EditedWent => "这里是它原来写的。您改过它，实际送出的是：",
        Attach::EditedGoes => "这里是它原来写的。您改过它，将要送出的是：",
        Attach::EditTitle => "修改第 {n} 帧",
        Attach::EditSend => "用这个代替",
        Attach::EditHint => "放行之前它一直扣着。原来写的仍然看得到。",
        Attach::EditLate => "这一帧已经不在等了：它没有带上这个修改就走了。",

        Attach::Start => "启动",
        Attach::StartAgain => "重新启动",
        Attach::StartHint => "新的进程，新的客户端。还在运行的会先被杀掉。",
        Attach::Close => "关闭",
        Attach::CloseHint => "结束它的输入；不走就过一会儿发 SIGTERM，再发 SIGKILL。",
        Attach::Ask => "请它退出",
        Attach::AskHint => "SIGTERM，发给它和它启动的所有进程：还来得及收拾。",
        Attach::Kill => "杀掉",
        Attach::KillHint => "SIGKILL：当场结束，像崩溃一样。",
        Attach::Connect => "再试一次",
        Attach::GoBack => "回到进程",

        Attach::Hold => "扣住",
        Attach::HoldHint => "按下：双方写的都在这里等着，由您一步一步放行。没按下：全部立刻通过。",
        Attach::Waiting => "扣在这里：{n}",
        Attach::Passing => "全部放行",
        Attach::RealClock => "真实时钟",
        Attach::RealClockHint => "真实进程只有这一个时钟：超时和心跳都按它走，您扣住帧的时候也一样。",
        Attach::RealTime => "真实进程不能倒退，也快不过时钟。说过的话仍然可以看：点一下那一帧。",
        Attach::Save => "评判并保存",
        Attach::SaveHint => "把到目前为止说过的一切作为录制打开：有评判，可以存成 .wire.jsonl 或报告。",
        Attach::Anew => "重新开始",
        Attach::NextAwait => "没有可放行的：轮到服务器了。它该应答 {method}。",
        Attach::NextAbsent => "没有进程可以对话。",
        Attach::NextStarting => "进程正在启动……",
        Attach::WelcomeTitle => "您的服务器在运行，还一句话没说",
        Attach::WelcomeText => {
            "本该如此：第一句话归客户端。每一帧都在这里等您放行；哪里不对，就标在哪一帧上。"
        }
        Attach::WelcomeNone => "本页面没有进程",
        Attach::NoTools => "客户端还不知道有什么工具：用 tools/list 问一下。",

        Attach::NoteClose => "您结束了它的输入；不走就发 SIGTERM，再发 SIGKILL。",
        Attach::NoteAsk => "您向它发了 SIGTERM。",
        Attach::NoteKill => "向它发了 SIGKILL。",
        Attach::NoteLost => "另一端没有进程了。",
        Attach::NoteSignalled => {
            "服务器进程被信号 {signal} 终止。这里没有人发过它：来自外面，或者是进程自己干的。"
        }
        Attach::NoteSignalledHere => "您让服务器进程结束之后，它被信号 {signal} 终止。",
        Attach::NoteStarted => "另一个页面重新启动了服务器。",
    }
}
