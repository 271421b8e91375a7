// The tables behind the rows of hub_family.cpp: keys of config.json, tensors, what is ignored.
#pragma once

#include "core/io/huggingface/hub_family.h"

namespace heed::io::hub {

std::span<const HubKey> bart_keys();
std::span<const HubKey> t5_keys();
std::span<const HubKey> gpt2_keys();
std::span<const HubKey> bert_keys();
std::span<const HubKey> distilbert_keys();

std::span<const HubAlias> bart_aliases();
std::span<const HubAlias> t5_aliases();
std::span<const HubAlias> gpt2_aliases();
std::span<const HubAlias> distilbert_aliases();

std::span<const HubTensor> bart_tensors();
std::span<const HubTensor> m2m_tensors();
std::span<const HubTensor> t5_tensors();
std::span<const HubTensor> gpt2_tensors();
std::span<const HubTensor> bert_tensors();
std::span<const HubTensor> roberta_tensors();
std::span<const HubTensor> distilbert_tensors();

} // namespace heed::io::hub
