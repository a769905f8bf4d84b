//! The names of all texts.

macro_rules! keys {
    ($(#[$of:meta])* $keys:ident { $($(#[$doc:meta])* $name:ident,)* }) => {
        $(#[$of])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each name says what its text says; the texts are in the language files")]
        pub enum $keys { $($(#[$doc])* $name,)* }

        impl $keys {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

pub(super) use keys;

keys! {
    /// One text of the page; its variants are named after what they say.
    Key {
        // The frame of the page.
        Tagline, Crashed, Client, Server, TheWire, Time, Settings, SelectedFrame, Bytes, Message, Meaning,
        TwoLayers, SpeakEnglish, SpeakChinese, ThemeSystem, ThemeLight, ThemeDark, Offer, OfferKnown, OfferModern,
        OfferUnknown, Keys, HelpStep, HelpBack, HelpRun, HelpReset, HelpListTools, HelpPing, HelpFrames, HelpHelp,
        Privacy,
        // The two ends.
        OffersRevision, SpeaksRevision, ServerSimulated, SendNext, Close, WaitingFor, NothingOpen, WorkingOn,
        NothingToDo, Provoke, ProvokeFail, ProvokeFailHint, ProvokeTool, ProvokeToolHint, ProvokeMethod,
        ProvokeMethodHint, ServerTools, CallATool, CallTool, Tool, ArgumentsPreview, BadField, Absent, Null, KindText,
        KindNumber, KindInteger, KindBoolean, KindJson, PresenceOf, TimeLeft,
        // The places.
        Places, PlacePlay, PlaceHttp, PlaceRecording, PlaceRules, PlaceLearn, CannotLoad,
        // A world for somebody else.
        Share, HelpShare, SharedCopied, SharedLink, SharedFile, SharedNothing,                 // The server's files and its database.
        ServerData, NewFile, DatabaseScript,
        // States and triggers.
        StateUninitialized, StateInitializing, StateInitialized, StateDiscovering, StateReady, StateWaiting,
        StateWorking, StateClosed,
        ClientStands, ServerStands, TriggerInitializeSent, TriggerInitializeAccepted, TriggerInitializeRefused,
        TriggerInitializeReceived, TriggerInitializedReceived, TriggerDiscoverSent, TriggerDiscovered, TriggerFellBack,
        TriggerDiscoverRefused, TriggerRequestSent, TriggerRequestReceived,
        TriggerAllAnswered, TriggerEnded, WhyClosed,
        // Refusals.
        NotInitialized, AlreadyInitialized, IsClosed, ParamsNotAnObject, NotRequested, NotInRevision, NotDeclared,
        ProgressNotGrowing, MayNotAskBack, NothingAsked, NoQuestion, Unanswered, NoBatches,
        // Time.
        Step, Run, Pause, Back, Reset, Clock, NextInitialize, NextQuery, DeliverTo, DeliverEnd, NextFinishTool, NextReport, NextExpire, NextGiveUp,
        NextListTools, NextYourTurn, NextOver,
        // The wire.
        WelcomeTitle, WelcomeText, WelcomeStep, EndOfStream, NotAMessage, ClientToServer, ServerToClient, FrameSentence,
        FrameUnderWay, FrameArrived, FramePosition, FrameNumber, ARequest, ANotification, AResult, AnError,
        // The inspector.
        NoFrame, NoFrameMessage, NoFrameMeaning, NoBytes, ByteCount, ShowAllLines, ShowLess, DelimiterLegend,
        // The layers.
        ProtocolLayer, ProtocolLayerText, ToolLayer, ToolLayerText, NoErrorYet, ModelSees, ModelSeesNothing, ModelStuck,
        ModelRecovers,
        /// The receiver has found something wrong, and the module that can say what is not here.
        FoundSomething,
        // What each part of a message means.
        MeansInitialize, MeansInitialized, MeansListChanged, MeansUpdated, MeansPing, MeansListTools, MeansCallTool, MeansCancelled,
        MeansUnknownRequest, MeansUnknownNotification, MeansAnswer, MeansAnswerToNothing, MeansError, MeansEnd,
        MeansMalformed, MeansVersion, MeansId, MeansAnswerId, MeansNoId, MeansOffer, MeansOfferUnknown,
        MeansOfferModern, MeansCapabilities, MeansNoCapabilities, MeansClientInfo, MeansServerInfo, MeansChosen,
        MeansCounterOffer, MeansToolCount, MeansToolName, MeansArguments, MeansContent, MeansIsError, MeansCode,
        MeansErrorMessage, MeansErrorData, MeansEmptyResult, MeansDelimiter, CodeParse, CodeRequest, CodeMethod,
        CodeParams, CodeInternal, CodeOther, CodeTag,
    }
}

keys! {
    /// One text about what only the second module does, for the buttons in the first that lead there.
    Hand {
        WriteFrame, SendAgain, AllMessages, HelpWrite, ServerAsks, AnswerIt, NextAnswer, NextDecide, NextDiscover, OfferInRequests,
        CanDo, CanElicit, CanSample, CanRoots, Framing, Resources, Prompts, BreakIt, HelpBreak, Peers,
    }
}

keys! {
    /// One text about frames written by hand.
    Act {
        ComposeTitle, ComposeAs, ComposeForm, FormText, FormHex, ComposeEnd, EndNothing, EndNothingHint, CrLfHint,
        ComposeBegin, BeginChoose, GroupRequests, GroupNotifications, GroupAnswers, AnswerResult, AnswerError,
        ComposeField, ComposeSend, ComposeSendHint, ComposeSent, ComposeLeave, BadHex, NothingWritten, FaultPosition,
        Judging, JudgedFine, NoVerdict, VerdictTitle, OneLineOnly,
        // What the server asks.
        AnswerAccept, AnswerSend, AnswerDecline, AnswerCancel, AnswerRefuse, AskedUser, AskedModel, AskedRoots, AnswerPreview, FramePreview,
        // A server that is answered for.
        HoldSwitch, HoldHint, HoldNone, HoldServe, HoldReply, HoldForget,
        // What differs.
        WhatDiffers, Differs2024, Differs2025March, Differs2025June, Differs2025November, Differs2026,
        // The list of messages.
        ListTitle, LegalNow, IllegalNow, IllegalHint, ListLoading,
        // Why a text is no JSON.
        JsonEnd, JsonCharacter, JsonTrailingComma, JsonForeign, JsonSingleQuote, JsonControl, JsonEscape, JsonSurrogate,
        JsonNumber, JsonTrailingData, JsonDeep,
        // A call.
        WantProgress,
    }
}

keys! {
    /// One text about recordings and rules, the places that the judge works in.
    Tell {
        RecordingTitle, RecordingText, RecordingField, RecordingJudge,
        RecordingFile, RecordingDrop, RecordingPrivate, RecordingExamples, ExampleStrayPrint, ExampleStrayPrintText,
        ExampleDesktopLog, ExampleDesktopLogText, ExampleEarlyCall, ExampleEarlyCallText, PastedText, Reading,
        CannotRead, JudgeLost, ReadAgain, ReadAs, ReadAsFound, ReadAsGuessed, Doubtful, ReadAsAuto, JudgeBy, JudgedBy, LaneCounts,
        ConversationCount, SaveAs, ExportMarkdown, ExportWire, ExportHtml, Redact, Exported, CloseRecording,
        FindingsHere, FoundCounts, FoundMore, NothingFound, NothingToJudge, LevelError, LevelWarning, LevelNote,
        LaneStderr, LaneNote, RowsHere, DrawAs, DrawPicture, DrawList, PlayRecording, PauseRecording, Pace, PaceEven, ThisSession, RowBatch, RowAnswers, RowRefuses, NoRow, SheetLine, SheetCut, SheetNothingFound, SheetNotJudged,
        SheetAnswers, BlameClient, BlameServer, ShowRule, FrameJudged, FoundHere, FoundHereHint, Advice, RulesLoading,
        // The rule book.
        RulesTitle, RulesText, RulesSearch, RulesAny, RulesCount, RulesNone, RulesChoose, ShownRule, WhoClient, WhoServer,
        WhoEither, StatusNotVisible, StatusProcess, StatusOneConnection, StatusIntent,
        StatusPermission, RuleDerived, RulePartly, RuleBreaks, RuleKeeps, RuleSpan, RuleOnly, CaseIntroduced,
        CaseWaits, CaseRaw, BackToRecording,
    }
}

keys! {
    /// One text about time; its variants are named after what they say.
    When {
        StepBy, GrainFrame, GrainChunk, GrainByte, Pace, Speed, Skip, SkipHint, NextEvent, Moment, MomentOf, Past, Branch,
        BranchHint, Branches, DiscardBranch, Beat, BeatNever, BeatEvery, InBeat, InMissed, InDeadline, InTool, InReport, InExpire, NextModel, JudgeWorld, JudgeWorldHint,
        PartArrived, PartDue, NextFull, Stderr, HelpBytes, HelpSkip, HelpEvent,
    }
}

keys! {
    /// One text about the model and the host around it; its variants are named after what they say.
    Story {
        Title, Lead, Song, SongHint, Recovers, RecoversHint, Stuck, StuckHint, YouSay, Say, NotYet, Person, ModelChooses,
        ModelReads, HostGets, ModelSays, SeesNothing,
    }
}

keys! {
    /// A text of the page in a frame of somebody else's page.
    Embed {
        OpenInWirelab,
    }
}

keys! {
    /// One text about what a receiver found wrong, and about worlds that cannot be opened: the module that the page begins with has
    /// no use for them.
    Wrong {
        // What the receiver found wrong.
        FoundUnknownId, FoundDuplicate, FoundLate, FoundIdType, FoundNoId, FoundUnreadable, FoundEarly, FoundRepeated,
        FoundReused, FoundUnreadableNotice, FoundStuckProgress, FoundBadMeta, FoundServerRequest, FoundResultType,
        FoundAskedBack, FoundUndeclared, FoundOutside, FoundUnknownSubscription, FoundUnasked, FoundStaleProgress, FoundUnknownProgress, FaultUtf8, FaultJson, FaultNotObject, FaultBatch, FaultEmptyBatch,
        FaultLongBatch, FaultInitializeInBatch,
        FaultDuplicateKey, FaultCaseVariant,
        FaultNoVersion, FaultVersion, FaultId, FaultMethod, FaultParams, FaultShape, FaultBoth, FaultError,
        FaultNoId,
        // What is wrong with the framing.
        FrameOversize, FrameNoHeader, FrameNoColon, FrameHeaderTooLong, FrameMissingLength, FrameEmptyLength,
        FrameNegativeLength, FrameInvalidLength, FrameHugeLength, FrameConflictingLengths, FrameTruncatedHeader,
        FrameTruncatedBody, FrameRestOfBody, FoundContentLength, FoundNewline, FoundPrettyPrinted, FoundGlued,
        FoundTwoValues,
        // Worlds that cannot be opened.
        ScriptNoJson, ScriptMismatch, ScriptNewer, ScriptTooLong, ScriptRefused,
    }
}

keys! {
    /// One text about the server's files and its database, where they are edited.
    Editor {
        LeaveFiles, FilePath, TextOf, NotSaved, Save, Discard, Delete, Restore, NotUtf8, EndsWithCrlf, FileHint, NewFileHint, DatabaseHint, FileExists, FileNeedsPath, FileOutside, FileBadPath, FileIsFolder, FileInTheWay, FileTooLarge, FileMissing,
    }
}

keys! {
    /// One text around the lessons.
    Learn {
        Title, Lead, Progress, Done, Lessons, Hunts, HuntsLead, Task, Reached, Open, Hint, Again, Leave, Next, AllLessons, Read, Guess,
        Wrong, Number, Link, Scenarios, ScenariosLead, Broken, BrokenLead,
    }
}
